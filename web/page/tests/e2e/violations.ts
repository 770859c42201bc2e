import axe from "axe-core";
import type { Page } from "playwright-core";

interface Scope {
  /** Only what is inside this selector. */
  within?: string;
  /** Only this rule. */
  rule?: string;
}

/** Violations of WCAG 2.2 A and AA, and of axe's best practices, in short. */
export async function violations(page: Page, { within = "html", rule }: Scope = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(
    ([selector, only]) => {
      const options = only ? { runOnly: [only] } : {};
      return (window as unknown as { axe: typeof axe }).axe.run(selector, options);
    },
    [within, rule] as const,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}
