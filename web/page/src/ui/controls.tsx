/** Buttons, switches, choices: plain HTML elements with one look. */

import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon, type IconName } from "./icons";

interface ButtonProps {
  onClick: () => void;
  icon?: IconName;
  /** Beside the icon; without it the label is only for screen readers and as a tip. */
  children?: ComponentChildren;
  label?: string;
  kind?: "primary" | "quiet" | "danger";
  disabled?: boolean;
  /** At work: looks disabled and does nothing, but keeps the focus. */
  busy?: boolean;
  pressed?: boolean;
}

export function Button(props: ButtonProps) {
  const { onClick, icon, children, label, kind, disabled, busy, pressed } = props;
  const classes = ["button", kind, children === undefined && "only-icon"].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      class={classes}
      onClick={busy ? undefined : onClick}
      disabled={disabled}
      aria-disabled={busy}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface SwitchProps {
  value: Signal<boolean>;
  children: ComponentChildren;
}

export function Switch({ value, children }: SwitchProps) {
  return (
    <label class="switch">
      <span>{children}</span>
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
    </label>
  );
}

interface SelectProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  disabled?: boolean;
  /** Show the label before the choice instead of only telling it to screen readers. */
  withLabel?: boolean;
}

export function Select<T extends string | number>(props: SelectProps<T>) {
  const { label, value, options, onChange, disabled, withLabel } = props;
  const id = useId();
  const select = (
    <select
      id={id}
      aria-label={withLabel ? undefined : label}
      title={withLabel ? undefined : label}
      disabled={disabled}
      value={value}
      onChange={(event) => {
        const chosen = options[event.currentTarget.selectedIndex];
        // What was chosen is shown once it holds: it may be refused.
        event.currentTarget.value = String(value);
        if (chosen) onChange(chosen[0]);
      }}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key} selected={key === value}>
          {text}
        </option>
      ))}
    </select>
  );
  if (!withLabel) return select;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {select}
    </div>
  );
}

interface StepperProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A small number with buttons for less and more. */
export function Stepper({ label, value, least, most, onChange }: StepperProps) {
  const id = useId();
  return (
    <div class="stepper" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <Button
        icon="minus"
        kind="quiet"
        label={`${label} −`}
        disabled={value <= least}
        onClick={() => onChange(value - 1)}
      />
      <output aria-live="polite">{value}</output>
      <Button
        icon="plus"
        kind="quiet"
        label={`${label} +`}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
      />
    </div>
  );
}
