/**
 * The script of the page that waits for an email. Compiled from
 * `src/client/waiting.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const waitingScript: string =
  `"use strict";(()=>{function r(e=document,n){for(let t of e.querySelectorAll("input[data-digits]"))s(t,{signal:n})}function s(e,n){let t=e.form;e.addEventListener("input",()=>{e.value.normalize("NFKC").replaceAll(/\\D/g,"").length===Number(e.dataset.digits)&&(t.requestSubmit(),t.inert=!0)}),t.addEventListener("submit",o=>t.inert&&o.preventDefault()),addEventListener("pageshow",()=>t.inert=!1,n)}var d=5e3,l=120;function a(){r(),document.addEventListener("visibilitychange",i),addEventListener("focus",i);let e=l,n=setInterval(()=>{e-- >0?i():clearInterval(n)},d)}async function i(){if(document.hidden)return;(await fetch(location.href,{redirect:"manual"}).catch(()=>{}))?.type==="opaqueredirect"&&location.reload()}a();})();`;
