/**
 * The page on which users manage their account, loaded only where it is offered.
 *
 * @module
 */

import type { VNode } from "preact";
import type { Part } from "../mod.ts";
import type { ViewInput } from "./form.tsx";
import { list } from "./list.tsx";
import { accountMessages } from "./messages.ts";
import { deleted, one } from "./one.tsx";
import type { AccountProps } from "../../src/types/steps/account.ts";
import { accountScript } from "./script.ts";

const CSS = `.page>.account{max-width:56rem}.page>.account.one{max-width:25rem}
.account header{margin:1rem 0 1.5rem;overflow-wrap:anywhere}
.account .me{display:flex;align-items:center;gap:1rem}.account .me>div{flex:1;min-width:0}.account .me h1{text-align:start}.account .me p{margin:0}
.account .initial{width:3rem;height:3rem;font-size:1.25rem;flex-shrink:0}
@media (max-width:30rem){.account .me{flex-wrap:wrap}.account .me>div{flex-basis:calc(100% - 4rem)}
.account li:has(.device){flex-wrap:wrap}.account li:has(.device)>div{flex-basis:calc(100% - 3rem)}}
.account nav ul{display:flex;flex-wrap:wrap;gap:.25rem .75rem;margin:0 0 1rem}
.account nav li{padding:0}.account nav li+li{border:0}
.account nav a{display:block;padding:.5rem 0;color:var(--color-text);text-decoration:none;font-weight:550}.account nav a:hover{text-decoration:underline}
.account section{scroll-margin-top:1rem}.account section+section{margin-top:2rem}
@media (min-width:52rem){.account:not(.one){display:grid;grid-template-columns:11rem minmax(0,1fr);column-gap:2rem;align-items:start}
.account:not(.one)>header{grid-column:1/-1}.account nav{position:sticky;top:1.5rem}.account nav ul{display:block}}
.account .good::before{content:"✓ "}
.account .device{width:1.75rem;flex-shrink:0;fill:none;stroke:var(--color-primary);stroke-width:1.5}.account li>div{flex:1;min-width:0}
.account .choices li>form{flex-shrink:1;white-space:normal}
.account summary{cursor:pointer;padding:.5rem 0}
.account .done{border:var(--border-width) solid var(--color-separator);border-radius:var(--border-radius);
padding:.75rem 1rem;margin:1.25rem 0 0;background:var(--color-background-card)}
.account .card{padding:1.5rem}
.account .card+.card,.account .done+.card{margin-top:1rem}.account section>.done{margin:0}
.account h2{font-size:1.25rem;line-height:1.3;font-weight:650;margin:0 0 .75rem}
.account h3{font-size:1rem;line-height:1.4;font-weight:600;margin:0 0 .5rem}
.account section p{margin:0 0 .75rem}
.account .card>:last-child,.account section form>:last-child{margin-bottom:0}
.account .facts{color:var(--color-primary);font-size:.9375rem}
.account p .facts,.account li .facts{display:block;font-size:.875rem}
.account li .facts>span+span::before{content:" · "}
.account .current{color:var(--color-text);font-weight:600}
.account ul{list-style:none;margin:0 0 .75rem;padding:0}
.account li{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.75rem 0}
.account li:first-child{padding-top:0}.account li:last-child{padding-bottom:0}
.account li+li{border-top:var(--border-width) solid var(--color-separator)}
.account strong{display:block;font-weight:600}
.account li>:is(a,form){flex-shrink:0;white-space:nowrap}.account li>a{color:inherit;padding:.625rem 0}
.account .small{min-height:2.75rem;padding:.25rem 1rem;font:inherit;font-weight:550;color:var(--color-text);cursor:pointer;
background:var(--color-background-card);border:var(--border-width) solid var(--color-control-border);border-radius:var(--border-radius)}
.account .small:hover{background:var(--color-background-hover)}
.account section .create+.create{margin-top:.75rem}
.account section .create{margin-top:0}
.account .note,.account .above{color:var(--color-primary);font-size:.9375rem}.account section .note{text-align:start;margin:0}
.account .above{margin:1.75rem 0 .75rem}
.account h1,.account .subtitle{text-wrap:balance}
@media (min-width:30rem){.account section .create{width:fit-content;min-width:16rem}}
@media (max-width:22rem){.account .card{padding:1.25rem 1rem}}`;

/** The page. */
export const accountPart: Part<AccountProps> = (props, frame, wording) => {
  const messages = accountMessages(wording);
  const canAdd = props.step === "list" && props.passkeys && !props.isReadOnly;
  return {
    title: messages.title,
    content: contentOf({ props, frame, language: wording.language, messages }),
    css: CSS,
    ...(canAdd ? { script: accountScript } : {}),
  };
};

function contentOf({ props, ...rest }: ViewInput<AccountProps["step"]>): VNode {
  switch (props.step) {
    case "list":
      return list({ props, ...rest });
    case "one":
      return one({ props, ...rest });
    case "deleted":
      return deleted({ props, ...rest });
  }
}
