/**
 * The script of the page that waits for an email. Compiled from
 * `src/client/waiting.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const waitingScript: string =
  `"use strict";(()=>{function e(){document.addEventListener("visibilitychange",async()=>{if(document.hidden)return;(await fetch(location.href,{redirect:"manual"}).catch(()=>{}))?.type==="opaqueredirect"&&location.reload()})}e();})();`;
