/**
 * The script of the page for a new password. Compiled from
 * `src/client/show_password.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const showPasswordScript: string =
  `"use strict";(()=>{function r(){let n=document.querySelector(".caps");n.hidden=!1;for(let e of document.querySelectorAll(".show")){let t=e.previousElementSibling,o=s=>{t.type=s?"text":"password",e.setAttribute("aria-pressed",String(s))};e.hidden=!1,e.addEventListener("click",()=>o(t.type==="password")),t.form.addEventListener("submit",()=>o(!1)),t.addEventListener("keyup",s=>{let a=s.getModifierState?.("CapsLock");n.textContent=a?n.dataset.text:""})}}r();})();`;
