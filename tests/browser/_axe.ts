/**
 * Accessibility of a page, as axe sees it.
 *
 * @module
 */

import { assert } from "@std/assert";
// @ts-types="axe-core"
import axe from "axe-core/axe.min.js";
import type { Page } from "playwright-core";

/** Accessibility rules that a page breaks, as text. */
export async function violations(page: Page): Promise<string[]> {
  // A click waits for the first byte of the next page, which may have no element yet.
  await page.waitForLoadState();
  // Run through the debugging protocol, since the page's policy blocks scripts. Of rules that hold,
  // the nodes are not listed: to bring them over takes longer than to check them.
  // A page whose content was replaced still has the script.
  if (!await page.evaluate("globalThis.axe !== undefined")) await page.evaluate(`${axe.source};0`);
  const results = await page.evaluate(`
    axe.run({ resultTypes: ["violations"] }).then(({ violations, passes }) => ({
      violations,
      passes: passes.length,
    }))`) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    passes: number;
  };
  assert(results.passes > 0, "axe checked no rule");
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  );
}
