/**
 * The script of pages with keys and codes. Compiled from
 * `src/client/copy.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const copyScript: string =
  `"use strict";(()=>{function i(e=document){navigator.clipboard&&e.querySelectorAll("[data-copy]").forEach(r);let t=e.querySelector("[data-print]");t&&(t.hidden=!1,t.addEventListener("click",()=>print()))}function r(e){let{copy:t,done:n}=e.dataset;e.hidden=!1,e.addEventListener("click",async()=>{await navigator.clipboard.writeText(t),e.firstElementChild.textContent=n})}i();})();`;
