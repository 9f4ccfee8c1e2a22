/**
 * The script of the page for a new password. Compiled from
 * `src/client/show_password.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const showPasswordScript: string =
  `"use strict";(()=>{function r(o=document){let t=o.querySelector("[data-caps]");if(t){t.hidden=!1;for(let s of o.querySelectorAll("[aria-pressed]")){let d=s.getAttribute("aria-controls"),e=document.getElementById(d);if(!e)continue;let a=n=>{e.type=n?"text":"password",s.setAttribute("aria-pressed",String(n))};s.hidden=!1,s.addEventListener("click",()=>a(e.type==="password")),e.form?.addEventListener("submit",()=>a(!1)),e.addEventListener("keyup",n=>{let i=n.getModifierState?.("CapsLock");t.textContent=i?t.dataset.caps:""})}}}r();})();`;
