/**
 * The script of pages that post an answer. Compiled from
 * `src/client/post_answer.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const postScript: string =
  `"use strict";(()=>{function o(){document.querySelector("form[data-answer]").submit()}o();})();`;
