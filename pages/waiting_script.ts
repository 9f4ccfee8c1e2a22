/**
 * The script of the page that waits for an email. Compiled from
 * `src/client/waiting.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const waitingScript: string =
  `"use strict";(()=>{function o(e=document,t){for(let n of e.querySelectorAll("input[data-digits]"))a(n,{signal:t})}function a(e,t){let n=e.form;e.addEventListener("input",()=>{e.value.normalize("NFKC").replaceAll(/\\D/g,"").length===Number(e.dataset.digits)&&(n.requestSubmit(),n.inert=!0)}),addEventListener("pageshow",()=>n.inert=!1,t)}var s=5e3,d=120;function r(){o(),document.addEventListener("visibilitychange",i),addEventListener("focus",i);let e=d,t=setInterval(()=>{e-- >0?i():clearInterval(t)},s)}async function i(){if(document.hidden)return;(await fetch(location.href,{redirect:"manual"}).catch(()=>{}))?.type==="opaqueredirect"&&location.reload()}r();})();`;
