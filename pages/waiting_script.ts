/**
 * The script of the page that waits for an email. Compiled from
 * `src/client/waiting.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const waitingScript: string =
  `"use strict";(()=>{function o(e=document){e.querySelectorAll("input[data-digits]").forEach(r)}function r(e){let t=e.form;e.addEventListener("input",()=>{e.value.normalize("NFKC").replaceAll(/\\D/g,"").length===Number(e.dataset.digits)&&(t.requestSubmit(),t.inert=!0)}),addEventListener("pageshow",()=>t.inert=!1)}var a=5e3,s=120;function i(){o(),document.addEventListener("visibilitychange",n),addEventListener("focus",n);let e=s,t=setInterval(()=>{e-- >0?n():clearInterval(t)},a)}async function n(){if(document.hidden)return;(await fetch(location.href,{redirect:"manual"}).catch(()=>{}))?.type==="opaqueredirect"&&location.reload()}i();})();`;
