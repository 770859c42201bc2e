/** Turning, shifting, blocking and balancing. */

import { t } from "../../i18n";
import { Button } from "../../ui/controls";
import { balance, balancing } from "./analysis";
import { applyShift, applySymmetry, blocking, clear, isEmpty, ruling } from "./game";

export function EditTab() {
  const isOpen = (ruling.value?.outcome ?? "open") === "open";
  return (
    <div class="stack">
      <div class="tools">
        <h2 class="minor">{t("analyse.turn")}</h2>
        <div class="row">
          <Button
            icon="rotateLeft"
            label={t("analyse.rotateLeft")}
            onClick={() => applySymmetry("rotate-left")}
          />
          <Button
            icon="rotateRight"
            label={t("analyse.rotateRight")}
            onClick={() => applySymmetry("rotate-right")}
          />
          <Button
            icon="mirrorColumns"
            label={t("analyse.mirrorColumns")}
            onClick={() => applySymmetry("mirror-columns")}
          />
          <Button
            icon="mirrorRows"
            label={t("analyse.mirrorRows")}
            onClick={() => applySymmetry("mirror-rows")}
          />
        </div>
      </div>
      <div class="tools">
        <h2 class="minor">{t("analyse.shift")}</h2>
        <div class="row">
          <Button icon="left" label={t("analyse.shiftLeft")} onClick={() => applyShift(-1, 0)} />
          <Button icon="right" label={t("analyse.shiftRight")} onClick={() => applyShift(1, 0)} />
          <Button icon="up" label={t("analyse.shiftUp")} onClick={() => applyShift(0, 1)} />
          <Button icon="down" label={t("analyse.shiftDown")} onClick={() => applyShift(0, -1)} />
        </div>
      </div>
      <div class="tools">
        <h2 class="minor">{t("analyse.blockedPoints")}</h2>
        <Button
          icon="block"
          pressed={blocking.value}
          onClick={() => {
            blocking.value = !blocking.value;
          }}
        >
          {t("analyse.block")}
        </Button>
      </div>
      <div class="tools">
        <h2 class="minor">{t("analyse.balance")}</h2>
        <div class="row">
          <Button disabled={!isOpen || balancing.value} onClick={() => void balance(1)}>
            {t("analyse.balanceOne")}
          </Button>
          <Button disabled={!isOpen || balancing.value} onClick={() => void balance(2)}>
            {t("analyse.balanceTwo")}
          </Button>
        </div>
      </div>
      <div class="row">
        <Button kind="danger" icon="trash" disabled={isEmpty.value} onClick={clear}>
          {t("analyse.clear")}
        </Button>
      </div>
    </div>
  );
}
