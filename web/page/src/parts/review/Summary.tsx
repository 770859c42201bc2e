/** How well each side played. */

import type { Review } from "../../engine";
import { t } from "../../i18n";
import { VERDICTS } from "./words";

const SIDES = ["black", "white"] as const;

export function Summary({ review }: { review: Review }) {
  const shown = VERDICTS.filter((verdict) => SIDES.some((side) => review[side].counts[verdict] > 0));
  return (
    <table class="summary">
      <thead>
        <tr>
          <td />
          {SIDES.map((side) => (
            <th key={side} scope="col">
              <span class={`chip ${side}`} aria-hidden="true" />
              {review.game[side] || t(`color.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr class="accuracy">
          <th scope="row">{t("review.accuracy")}</th>
          {SIDES.map((side) => (
            <td key={side}>
              {review[side].accuracy === null ? "–" : `${review[side].accuracy?.toFixed(0)} %`}
            </td>
          ))}
        </tr>
        {shown.map((verdict) => (
          <tr key={verdict}>
            <th scope="row">{t(`review.verdict.${verdict}`)}</th>
            {SIDES.map((side) => (
              <td key={side}>{review[side].counts[verdict]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
