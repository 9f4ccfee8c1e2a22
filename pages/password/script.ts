/**
 * The script of the page for a new password. Compiled from
 * `src/client/show_password.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const showPasswordScript: string =
  `"use strict";(()=>{function r(a=document){let e=a.querySelector("[data-caps]");if(e){e.hidden=!1;for(let t of a.querySelectorAll("[aria-pressed]")){let s=t.previousElementSibling,o=n=>{s.type=n?"text":"password",t.setAttribute("aria-pressed",String(n))};t.hidden=!1,t.addEventListener("click",()=>o(s.type==="password")),s.form.addEventListener("submit",()=>o(!1)),s.addEventListener("keyup",n=>{let d=n.getModifierState?.("CapsLock");e.textContent=d?e.dataset.caps:""})}}}r();})();`;
