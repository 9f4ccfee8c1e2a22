// deno-fmt-ignore-file: written by `deno run -A tests/tools/component_styles.ts`
/**
 * Default styles of the components of `@x/auth/react`, `vue`, `svelte` and `solid`: those of the
 * built-in pages. All rules are within `.auth`, and all classes begin with `auth-`. Colors are the
 * custom properties of `.auth`, such as `--brand-color`. Serve the text as a file, or adopt it.
 *
 * @example
 * ```ts
 * import { componentStyles } from "@x/auth/styles";
 *
 * const response = new Response(componentStyles, { headers: { "content-type": "text/css" } });
 * console.log(response.headers.get("content-type"));
 * ```
 *
 * @module
 */

/** The style sheet. */
export const componentStyles: string = `.auth{--color-background:#f4f5f7;--color-background-card:#ffffff;--color-background-hover:#f3f4f6;--color-text:#15181e;--color-primary:#565e6c;--color-control-border:#7d8694;--color-separator:#dfe2e7;--color-error:#9b1c1c;--color-info:#fdecec;--color-info-text:#861919;--color-info-hover:#f8caca;--color-focus:#1c5fd4;--color-danger:#b42318;--color-danger-text:#ffffff;--shadow:0 1px 2px rgb(16 24 40/.06),0 12px 32px rgb(16 24 40/.08)}
@supports (color:light-dark(#000,#fff)){.auth{--color-background:light-dark(#f4f5f7,#0e1116);--color-background-card:light-dark(#ffffff,#171b22);--color-background-hover:light-dark(#f3f4f6,#222831);--color-text:light-dark(#15181e,#f0f2f5);--color-primary:light-dark(#565e6c,#aab2bf);--color-control-border:light-dark(#7d8694,#6b7583);--color-separator:light-dark(#dfe2e7,#2b323c);--color-error:light-dark(#9b1c1c,#ffb4b4);--color-info:light-dark(#fdecec,#3b1a1d);--color-info-text:light-dark(#861919,#ffc9c9);--color-info-hover:light-dark(#f8caca,#6f2b30);--color-focus:light-dark(#1c5fd4,#8ab4ff);--color-danger:light-dark(#b42318,#f97066);--color-danger-text:light-dark(#ffffff,#15181e);--shadow:0 1px 2px light-dark(rgb(16 24 40/.06),rgb(0 0 0/.4)),0 12px 32px light-dark(rgb(16 24 40/.08),rgb(0 0 0/.4))}}
.auth *{box-sizing:border-box}
.auth [hidden]{display:none!important}
@media (scripting:enabled){.auth [data-identifier][hidden]:not(:has(+.auth-note:not([hidden]))){display:block!important;visibility:hidden}}
.auth{--border-width:1px;--border-radius:.75rem;--edge:var(--border-width) solid var(--color-control-border);--line:var(--border-width) solid var(--color-separator);--accent:var(--brand-color,#1c5fd4);color:var(--color-text);font:1rem/1.5 system-ui,sans-serif;-webkit-font-smoothing:antialiased}
.auth .auth-card{background:var(--color-background-card);border:var(--line);border-radius:calc(var(--border-radius)*5/3);box-shadow:var(--shadow);padding:2.25rem 2rem 2rem;overflow-wrap:anywhere}
@media (max-width:30rem){.auth .auth-card{padding:1.5rem 1.25rem}}
.auth .auth-logo{display:block;max-width:12rem;max-height:3.5rem;margin:0 auto 1.25rem}
.auth h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.015em;font-weight:650;margin:0;text-align:center;text-wrap:balance}
.auth :is(.auth-subtitle,.auth-hint,.auth-note,.auth-error,.auth-message){text-wrap:pretty}
.auth .auth-subtitle,.auth .auth-message{color:var(--color-primary);text-align:center;margin:.5rem 0 1.75rem}
.auth .auth-message p{margin:0}
.auth :is(.auth-card,form)>.auth-error{background:var(--color-info);color:var(--color-info-text);border:var(--border-width) solid var(--color-info-hover);border-radius:var(--border-radius);padding:.75rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}
.auth :is(.auth-card,form)>.auth-error p{margin:0}
[dir=rtl] .auth h1{letter-spacing:0}
.auth :is(code,.auth-code,[type=email],[inputmode=numeric]){direction:ltr;unicode-bidi:isolate}
:where([dir=rtl]) .auth :where(code,[type=email],[inputmode=numeric]){text-align:end}
.auth:lang(ja){word-break:auto-phrase}
.auth:lang(ko){word-break:keep-all}
.auth :is(h1,h2,h3,button,.auth-button,.auth-submit){hyphens:auto;hyphenate-limit-chars:12 4 4}
.auth .auth-code{font-variant-numeric:tabular-nums;letter-spacing:.25em;text-align:center}
.auth input.auth-code[inputmode=numeric]{min-height:3.5rem;font-size:1.5rem;font-weight:600}
.auth .auth-hint{color:var(--color-primary);font-size:.875rem;text-align:center;margin:1.25rem 0 0}
.auth .auth-note{color:var(--color-primary);font-size:.9375rem;text-align:center;margin:0}
.auth .auth-prove{margin-top:.75rem}
.auth .auth-provider+.auth-provider{margin-top:.75rem}
.auth .auth-tiles{display:grid;grid-template-columns:repeat(4,minmax(min-content,1fr));grid-auto-rows:1fr;overflow-wrap:normal;gap:.5rem}
.auth .auth-tiles>.auth-provider{margin:0}
.auth .auth-tiles:has(>.auth-provider:nth-of-type(3):last-child){grid-template-columns:repeat(3,minmax(min-content,1fr))}
.auth .auth-tiles .auth-button{flex-direction:column;gap:.375rem;height:100%;padding:.75rem .25rem .625rem;font-size:.8125rem;line-height:1.25}
.auth .auth-tiles .auth-button::after{content:none}
.auth .auth-tiles .auth-mark{position:static}
.auth .auth-more{margin-top:.75rem}
.auth .auth-more>summary{list-style:none}
.auth .auth-more>summary::-webkit-details-marker{display:none}
.auth .auth-more[open]>summary{margin-bottom:.75rem}
.auth .auth-links{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.25rem;font-size:.875rem}
.auth .auth-foot{color:var(--color-primary);text-align:center;margin:1.5rem 0 0}
.auth .auth-foot a,.auth .auth-who a,.auth .auth-signed-in a{color:inherit}
.auth .auth-signed-in{border:var(--line);border-radius:var(--border-radius);padding:.75rem 1rem;margin:0 0 1.25rem}
.auth .auth-who{display:grid;grid-template-columns:auto 1fr auto;column-gap:.75rem;align-items:center;margin:0 0 1.25rem;padding:.5rem .75rem;border:var(--line);border-radius:var(--border-radius)}
.auth .auth-card .auth-who>input[readonly][name]{grid-column:2;border:0;padding:0;min-height:2rem;background:none;text-overflow:ellipsis}
.auth .auth-initial{display:grid;place-items:center;width:2rem;height:2rem;border-radius:50%;font-weight:600;color:var(--button-text-color,#fff);background:var(--accent)}
.auth .auth-quiet{display:block;width:100%;margin-top:.75rem;padding:.375rem;border:0;background:none;font:inherit;text-align:center;color:var(--color-primary);text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.auth .auth-quiet .auth-last{position:static;display:inline-block;margin-inline-start:.5rem}
.auth .auth-choices{margin-top:1.25rem}
.auth .auth-choices form+form{margin:0}
.auth .auth-choices .auth-quiet{margin:0}
.auth form{margin:0}
.auth form+form,.auth form+form~.auth-note,.auth form+form~noscript .auth-note{margin-top:.75rem}
.auth .auth-section-header{display:block;font-size:.875rem;font-weight:600;margin:0 0 .375rem}
.auth .auth-field{margin:0 0 1rem}
.auth input:not([type=hidden]):not([type=checkbox]):not([type=radio]){display:block;width:100%;min-height:2.875rem;padding:.5rem .875rem;font:inherit;color:inherit;background:var(--color-background-card);border:var(--edge);border-radius:var(--border-radius)}
.auth .auth-button,.auth .auth-submit{display:flex;align-items:center;justify-content:center;gap:.75rem;width:100%;min-height:2.875rem;padding:.5rem 1rem;font:inherit;font-weight:550;text-align:center;text-wrap:balance;text-decoration:none;cursor:pointer;border-radius:var(--border-radius);transition:background-color .12s}
.auth .auth-button{position:relative;gap:0;padding-inline:3rem 1rem;color:var(--color-text);background:var(--color-background-card);border:var(--edge)}
.auth .auth-button::after{content:"";width:2rem;flex-shrink:99999}
.auth .auth-create{margin-top:.75rem;padding-inline:1rem}
.auth .auth-create::after{content:none}
.auth .auth-last{position:absolute;inset-inline-end:.625rem;inset-block-start:-.75rem;padding:0 .5rem;border-radius:1rem;font-size:.75rem;line-height:1.25rem;font-weight:600;color:var(--color-text);background:var(--color-background-card);border:var(--edge)}
.auth .auth-submit{position:relative}
.auth [aria-busy] button{cursor:progress;opacity:.7}
.auth .auth-button:hover{background:var(--color-background-hover)}
.auth .auth-submit{color:var(--button-text-color,#fff);background:var(--accent);border:var(--border-width) solid transparent}
.auth .auth-submit:hover{background:color-mix(in srgb,var(--accent),var(--button-shade,#000) 12%)}
.auth .auth-button.auth-danger{color:var(--color-danger);border-color:currentColor}
.auth .auth-submit.auth-danger{color:var(--color-danger-text);background:var(--color-danger)}
.auth .auth-submit.auth-danger:hover{background:color-mix(in srgb,var(--color-danger),var(--color-danger-text) 12%)}
.auth .auth-mark{position:absolute;inset-inline-start:.625rem;width:1.75rem;height:1.75rem;border-radius:.5rem;display:grid;place-items:center;font-size:.8125rem;font-weight:700}
.auth .auth-mark svg{width:1.125rem;height:1.125rem;fill:currentColor}
.auth .auth-mark.auth-image{background:none}
.auth .auth-mark img{max-width:1.5rem;max-height:1.5rem}
.auth :is(a,button,input):focus-visible{outline:3px solid var(--color-focus);outline-offset:2px}
.auth hr{display:flex;align-items:center;gap:.75rem;border:0;margin:1.5rem 0;height:auto;overflow:visible;border-top:var(--line)}
.auth hr[data-text]{border:0;justify-content:center;color:var(--color-primary);font-size:.875rem;background:linear-gradient(var(--color-separator),var(--color-separator)) center/100% var(--border-width) no-repeat}
.auth hr[data-text]::before{content:attr(data-text);padding:0 .75rem;background:var(--color-background-card)}
.auth .auth-site{display:block;text-align:center;text-wrap:balance;color:var(--color-primary);margin-top:1.25rem;text-underline-offset:.2em}
.auth form>.auth-site{margin-top:.75rem}
@media (max-width:30rem){.auth .auth-subtitle{margin-bottom:1.25rem}.auth hr{margin-block:1.125rem}}
@media (prefers-reduced-motion:reduce){.auth *{transition:none!important}}
@media (forced-colors:active){.auth .auth-card,.auth .auth-button,.auth .auth-submit{border-color:CanvasText}.auth .auth-mark{forced-color-adjust:none}}
.auth>div{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center}.auth>div>*{width:100%;max-width:25rem}.auth-inline{display:inline-block;min-width:0}.auth-inline>div{display:block}.auth-inline>div>*{max-width:none}.auth-menu{position:relative}.auth-menu>summary{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.25rem .75rem;cursor:pointer;list-style:none;border:var(--edge);border-radius:var(--border-radius);background:var(--color-background-card)}.auth-menu>summary::-webkit-details-marker{display:none}.auth-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:14rem}.auth .auth-entries{position:absolute;inset-inline-end:0;z-index:1;min-width:12rem;max-width:min(20rem,90vw);margin-top:.375rem;padding:.375rem;background:var(--color-background-card);border:var(--line);border-radius:var(--border-radius);box-shadow:var(--shadow)}.auth .auth-entries:empty{min-height:3rem}.auth .auth-entries ul{list-style:none;margin:0;padding:0}.auth .auth-entry{display:block;width:100%;min-height:2.75rem;padding:.625rem .75rem;border:0;border-radius:calc(var(--border-radius)*2/3);background:none;font:inherit;text-align:start;text-decoration:none;color:inherit;cursor:pointer;overflow-wrap:anywhere}.auth .auth-entry:has(>.auth-initial){display:flex;align-items:center;gap:.625rem}.auth img.auth-initial{background:none;border-radius:calc(var(--border-radius)*2/3);object-fit:contain}.auth .auth-entry:hover{background:var(--color-background-hover)}.auth .auth-entry[aria-current]{font-weight:600}.auth summary:focus-visible{outline:3px solid var(--color-focus);outline-offset:2px}.auth .auth-contents{display:contents}.auth .auth-failure{background:var(--color-info);color:var(--color-info-text);border:var(--border-width) solid var(--color-info-hover);border-radius:var(--border-radius);padding:.75rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}.auth .auth-failure p{margin:0}.auth [tabindex="-1"]:focus{outline:0}.auth .auth-mark{color:var(--color-text)}
.auth>div>.auth-account{max-width:58rem;align-self:start}
.auth:has(>div>.auth-account:not(.auth-one)){align-content:start}
.auth>div>.auth-account.auth-one{max-width:25rem;align-self:center}
.auth .auth-account{--quiet-accent:color-mix(in srgb,var(--accent) 60%,var(--color-text))}
.auth .auth-account .auth-site.auth-danger{color:var(--color-danger)}
.auth .auth-account header{margin:1rem 0 1.5rem;overflow-wrap:anywhere}
.auth .auth-account .auth-me{display:flex;align-items:center;gap:1rem}
.auth .auth-account .auth-me>div{flex:1;min-width:0}
.auth .auth-account .auth-me h1{text-align:start}
.auth .auth-account .auth-me p{margin:0}
.auth .auth-account .auth-initial{width:3rem;height:3rem;font-size:1.25rem;flex-shrink:0}
.auth .auth-account nav ul{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1.5rem}
.auth .auth-account nav li{padding:0;flex-shrink:0}
.auth .auth-account nav li+li{border:0}
.auth .auth-account nav a{display:block;padding:.5rem .875rem;border:var(--line);border-radius:2rem;color:var(--color-text);background:var(--color-background-card);text-decoration:none;font-size:.9375rem;font-weight:550;white-space:nowrap}
.auth .auth-account nav a:hover{background:var(--color-background-hover)}
.auth .auth-account section{scroll-margin-top:1rem}
.auth .auth-account section+section{margin-top:2rem}
@media (min-width:52rem){.auth .auth-account:not(.auth-one){display:grid;grid-template-columns:12rem minmax(0,1fr);column-gap:2.5rem;align-items:start}.auth .auth-account:not(.auth-one)>header{grid-column:1/-1}.auth .auth-account nav{position:sticky;top:1.5rem;margin-inline-start:-.875rem}.auth .auth-account nav ul{display:block;margin:0;padding:0}.auth .auth-account nav li{padding:0 0 .125rem}.auth .auth-account nav a{border-color:transparent;background:none;border-radius:var(--border-radius);white-space:normal}.auth .auth-account nav a:hover{background:var(--color-background-card)}}
.auth .auth-account h2{font-size:1.25rem;line-height:1.3;font-weight:650;margin:0 0 .75rem}
.auth .auth-account h3{font-size:1rem;line-height:1.4;font-weight:600;margin:0}
.auth .auth-account section p{margin:0 0 .75rem}
.auth .auth-account .auth-facts{color:var(--color-primary);font-size:.9375rem}
.auth .auth-account .auth-value .auth-facts,.auth .auth-account li .auth-facts{display:block;font-size:.875rem}
.auth .auth-account .auth-facts,.auth .auth-account .auth-above{text-wrap:pretty}
.auth .auth-account .auth-facts>span:not(:last-child)::after{content:" · "}
.auth .auth-account .auth-current{color:var(--color-text);font-weight:600}
.auth .auth-account .auth-card{padding:1.25rem 1.5rem}
.auth .auth-account .auth-rows{padding-block:.25rem}
.auth .auth-account .auth-card+.auth-card,.auth .auth-account .auth-done+.auth-card{margin-top:1rem}
.auth .auth-account .auth-card.auth-danger,.auth .auth-account.auth-red>.auth-card{border-color:var(--color-danger)}
.auth .auth-account .auth-row{display:grid;grid-template-columns:10rem minmax(0,1fr) auto;gap:.125rem 1.5rem;align-items:center;padding:.75rem 0;min-height:4.25rem}
.auth .auth-account .auth-row+.auth-row{border-top:var(--line)}
.auth .auth-account .auth-row>.auth-wide{grid-column:2/-1;padding-block:.5rem}
.auth .auth-account .auth-row:has(>.auth-wide){align-items:start}
.auth .auth-account .auth-row:has(>.auth-wide)>h3{padding-top:.5rem}
.auth .auth-account .auth-acts{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:0 1.25rem}
.auth .auth-account .auth-act{color:inherit;padding:.625rem 0;font-weight:550;text-underline-offset:.2em;flex-shrink:0;text-decoration:underline 2px var(--quiet-accent)}
.auth .auth-account .auth-act.auth-danger{color:var(--color-danger);text-decoration-color:currentColor}
.auth .auth-account :is(.auth-good,.auth-better>span)::before{content:"✓ ";content:"✓ "/"";font-weight:700;color:var(--quiet-accent)}
.auth .auth-account .auth-better>span::before{content:"○ ";content:"○ "/""}
.auth .auth-account .auth-better{display:flex;flex-wrap:wrap;align-items:center;gap:0 1rem}
.auth .auth-account .auth-done{border:var(--line);border-radius:var(--border-radius);padding:.75rem 1rem;margin:1.25rem 0 0;background:var(--color-background-card)}
.auth .auth-account section>.auth-done{margin:0}
.auth .auth-account .auth-better{padding-block:.5rem}
.auth .auth-account .auth-better>span{flex:1 1 14rem}
.auth .auth-account .auth-better>.auth-act{flex-shrink:1;min-width:0;margin-inline-start:auto}
.auth .auth-account ul{list-style:none;margin:0;padding:0}
.auth .auth-account ul+:is(.auth-ceremony,.auth-button){margin-top:.75rem}
.auth .auth-account li{display:flex;align-items:center;gap:1rem;padding:.625rem 0}
.auth .auth-account li>div{flex:1;min-width:0}
.auth .auth-account li:first-child{padding-top:0}
.auth .auth-account li:last-child{padding-bottom:0}
.auth .auth-account li+li{border-top:var(--line)}
.auth .auth-account strong{display:block;font-weight:600}
.auth .auth-account li>form{flex-shrink:0;white-space:nowrap}
.auth .auth-account .auth-device{width:1.75rem;flex-shrink:0;fill:none;stroke:var(--color-primary);stroke-width:1.5}
.auth .auth-account summary{cursor:pointer;padding:.625rem 0;font-weight:550}
.auth .auth-account .auth-small{min-height:2.75rem;padding:.25rem 1rem;font:inherit;font-weight:550;color:var(--color-text);cursor:pointer;background:var(--color-background-card);border:var(--edge);border-radius:var(--border-radius)}
.auth .auth-account .auth-small:hover{background:var(--color-background-hover)}
.auth .auth-account .auth-small.auth-danger{color:var(--color-danger);border-color:currentColor}
.auth .auth-account .auth-mark{position:static;flex-shrink:0}
.auth .auth-account ul+.auth-connect{margin-top:1rem;padding-top:1rem;border-top:var(--line)}
.auth .auth-account .auth-connect>h3{margin-bottom:.625rem}
.auth .auth-account .auth-tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,8.5rem),1fr));grid-auto-rows:1fr;gap:.5rem}
.auth .auth-account .auth-tiles li{padding:0;border:0}
.auth .auth-account .auth-tiles form{flex:1;min-width:0;white-space:normal}
.auth .auth-account .auth-tiles .auth-small{display:flex;align-items:center;gap:.5rem;width:100%;height:100%;padding-inline:.5rem;font-size:.9375rem;text-align:start}
.auth .auth-account .auth-gone{list-style:disc;margin:-.75rem 0 1.25rem;padding-inline-start:1.25rem;color:var(--color-primary)}
.auth .auth-account .auth-gone li{display:list-item;padding:.125rem 0;border:0}
.auth .auth-account .auth-note,.auth .auth-account .auth-above{color:var(--color-primary);font-size:.9375rem}
.auth .auth-account section .auth-note{text-align:start;margin:0}
.auth .auth-account .auth-above{margin:1.75rem 0 .75rem}
.auth .auth-account h1,.auth .auth-account .auth-subtitle{text-wrap:balance}
@media (max-width:40rem){.auth .auth-account .auth-card:not(.auth-one>.auth-card){padding-inline:1rem}.auth .auth-account .auth-me{flex-wrap:wrap;gap:.625rem .75rem}.auth .auth-account .auth-me>div{display:contents}.auth .auth-account .auth-me h1{flex:1 1 6rem;font-size:1.25rem}.auth .auth-account .auth-me p{order:1;flex-basis:100%}.auth .auth-account .auth-row{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.25rem 0 .875rem;min-height:0}.auth .auth-account .auth-row>h3{flex:1 1 35%;padding-block:.75rem;font-size:.875rem;color:var(--color-primary)}.auth .auth-account .auth-row>.auth-value{order:1;flex-basis:100%;padding:0}.auth .auth-account .auth-row:has(>.auth-wide)>h3{padding-top:.75rem}.auth .auth-account .auth-row>.auth-acts{margin-inline-start:auto}.auth .auth-account li:has(.auth-device){flex-wrap:wrap}.auth .auth-account li:has(.auth-device)>div{flex-basis:calc(100% - 3rem)}.auth .auth-account li:has(.auth-device)>form{margin-inline-start:2.75rem}}
@media (min-width:30rem){.auth .auth-account section .auth-create{width:fit-content}}
.auth .auth-factor nav{margin-top:1.5rem}
.auth :is(.auth-factor,.auth-factors) .auth-steps{display:flex;align-items:center;justify-content:center;gap:.625rem;margin:0 0 .75rem;color:var(--color-primary);font-size:.875rem}
.auth :is(.auth-factor,.auth-factors) .auth-steps span{display:flex;gap:.375rem}
.auth :is(.auth-factor,.auth-factors) .auth-steps i{width:.5rem;height:.5rem;border-radius:50%;border:var(--edge)}
.auth :is(.auth-factor,.auth-factors) .auth-steps .auth-past{background:var(--accent);border-color:var(--accent);forced-color-adjust:none}
.auth .auth-factor .auth-who{display:flex;flex-wrap:wrap}
.auth .auth-factor .auth-who .auth-initial+span{flex:1 1 10rem;min-width:0}
.auth .auth-factor .auth-who .auth-quiet{width:auto;margin:0}
.auth :is(.auth-factor,.auth-factors) .auth-rows{list-style:none;margin:0;padding:0}
.auth :is(.auth-factor,.auth-factors) .auth-rows li{position:relative;border:var(--edge);border-radius:var(--border-radius);padding:.6875rem 2.25rem .6875rem 1rem}
[dir=rtl] .auth :is(.auth-factor,.auth-factors) .auth-rows li{padding:.6875rem 1rem .6875rem 2.25rem}
.auth :is(.auth-factor,.auth-factors) .auth-rows li+li{margin-top:.75rem}
.auth :is(.auth-factor,.auth-factors) .auth-rows li:hover{background:var(--color-background-hover)}
.auth :is(.auth-factor,.auth-factors) .auth-rows :is(a,button){padding:0;border:0;background:none;font:inherit;font-weight:550;color:inherit;text-align:start;text-decoration:none;cursor:pointer}
.auth :is(.auth-factor,.auth-factors) .auth-rows :is(a,button)::before{content:"";position:absolute;inset:0;border-radius:inherit}
.auth :is(.auth-factor,.auth-factors) .auth-rows :is(a,button):focus-visible{outline:0}
.auth :is(.auth-factor,.auth-factors) .auth-rows li:has(:focus-visible){outline:3px solid var(--color-focus);outline-offset:2px}
.auth :is(.auth-factor,.auth-factors) .auth-rows li::after{content:"";position:absolute;inset-inline-end:1.125rem;top:50%;width:.5rem;height:.5rem;margin-top:-.3125rem;border:solid var(--color-primary);border-width:2px 2px 0 0;transform:rotate(45deg);pointer-events:none}
[dir=rtl] .auth :is(.auth-factor,.auth-factors) .auth-rows li::after{transform:rotate(-135deg)}
.auth :is(.auth-factor,.auth-factors) .auth-rows p{margin:.125rem 0 0;color:var(--color-primary);font-size:.875rem;line-height:1.4}
.auth :is(.auth-factor,.auth-factors) .auth-lost{margin-top:1.25rem;color:var(--color-primary);font-size:.9375rem}
.auth :is(.auth-factor,.auth-factors) .auth-lost summary{cursor:pointer;padding:.375rem 0}
.auth :is(.auth-factor,.auth-factors) .auth-lost p{margin:.25rem 0 0;white-space:pre-line}
.auth :is(.auth-factor,.auth-factors) .auth-scan{margin:0 0 1.25rem;padding-inline-start:1.5rem}
.auth :is(.auth-factor,.auth-factors) .auth-scan li{padding-inline-start:.25rem}
.auth :is(.auth-factor,.auth-factors) .auth-scan li+li{margin-top:.5rem}
.auth :is(.auth-factor,.auth-factors) .auth-qr{display:block;width:12.5rem;max-width:100%;margin:.75rem auto;border-radius:var(--border-radius);background:#fff;fill:#000;forced-color-adjust:none}
.auth :is(.auth-factor,.auth-factors) .auth-site.auth-danger{color:var(--color-danger)}
.auth :is(.auth-factor,.auth-factors) .auth-app{display:none;text-align:center;color:inherit;padding:.375rem 0}
@media (pointer:coarse){.auth :is(.auth-factor,.auth-factors) .auth-app{display:block}}
.auth :is(.auth-factor,.auth-factors) .auth-secret{color:var(--color-primary);font-size:.9375rem;margin:0 0 .75rem}
.auth :is(.auth-factor,.auth-factors) .auth-secret .auth-quiet{width:auto;margin:0;padding-inline:0}
.auth :is(.auth-factor,.auth-factors) .auth-secret code{display:block;margin-top:.25rem;color:var(--color-text);font-size:1rem;letter-spacing:.04em;user-select:all}
.auth :is(.auth-factor,.auth-factors) h1,.auth :is(.auth-factor,.auth-factors) .auth-subtitle,.auth :is(.auth-factor,.auth-factors) button{text-wrap:balance}
.auth :is(.auth-factor,.auth-factors) .auth-check{display:flex;align-items:center;gap:.625rem;margin:0 0 1rem}
.auth :is(.auth-factor,.auth-factors) .auth-check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}
.auth :is(.auth-factor,.auth-factors) .auth-check label{padding:.25rem 0}
.auth .auth-factors .auth-done,.auth .auth-factors .auth-advice{border:var(--line);border-radius:var(--border-radius);padding:.75rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}
.auth .auth-factors .auth-reset .auth-button{margin-top:.75rem}
.auth .auth-factors .auth-enrolments{list-style:none;margin:0 0 1.5rem;padding:0;border-block:var(--line)}
.auth .auth-factors .auth-enrolments li{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.75rem 0}
.auth .auth-factors .auth-enrolments li+li{border-top:var(--line)}
.auth .auth-factors .auth-enrolments strong{display:block;font-weight:600}
.auth .auth-factors .auth-enrolments a{color:inherit;flex-shrink:0;padding:.375rem 0}
.auth .auth-factors .auth-facts{color:var(--color-primary);font-size:.875rem}
.auth .auth-factors .auth-above{color:var(--color-primary);font-size:.9375rem;margin:1.5rem 0 -.25rem}
.auth .auth-factors .auth-sheet{border:var(--line);border-radius:var(--border-radius);padding:.875rem .75rem}
.auth .auth-factors .auth-sheet .auth-section-header,.auth .auth-factors .auth-sheet .auth-facts{margin:0}
.auth .auth-factors .auth-codes{list-style:none;margin:.75rem 0 0;padding:0;columns:2;column-gap:.75rem;user-select:all}
.auth .auth-factors .auth-codes li{break-inside:avoid}
.auth .auth-factors .auth-codes code{font-size:.78125rem;line-height:2;white-space:nowrap}
@media (max-width:26rem){.auth .auth-factors .auth-codes{columns:1;text-align:center}.auth .auth-factors .auth-codes code{font-size:1rem}}
.auth .auth-factors .auth-keep{display:flex;flex-wrap:wrap;gap:.5rem;margin:.75rem 0 1.25rem}
.auth .auth-factors .auth-keep .auth-button{margin:0;flex:1;min-width:min-content;padding-inline:.75rem;overflow-wrap:normal}
@media print{.auth .auth-factors .auth-card{border:0;box-shadow:none;padding:0}.auth .auth-factors .auth-sheet{break-inside:avoid;color:#000;border-color:#000}.auth .auth-factors .auth-sheet .auth-facts{color:#000}.auth .auth-factors .auth-codes code{font-size:1rem}.auth .auth-factors .auth-steps,.auth .auth-factors .auth-logo,.auth .auth-factors h1,.auth .auth-factors .auth-subtitle,.auth .auth-factors .auth-keep,.auth .auth-factors form{display:none!important}}
.auth .auth-password :is(.auth-rules,.auth-caps){color:var(--color-primary);font-size:.875rem;margin:.375rem 0 0}
.auth .auth-password .auth-field:has(>input[minlength]:valid)>.auth-rules::before{content:"✓ "}
.auth .auth-password .auth-caps:not(:empty){margin:0 0 1rem;color:var(--color-text);font-weight:550}
.auth .auth-password .auth-field:has(.auth-show){display:grid}
.auth .auth-password .auth-field:has(.auth-show)>*{grid-column:1}
.auth .auth-password .auth-field:has(.auth-show:not([hidden]))>input{padding-inline-end:3rem}
.auth .auth-password .auth-field:has(.auth-show)>:is(input,.auth-show){grid-row:2}
.auth .auth-password .auth-show{justify-self:end;align-self:center;display:grid;place-items:center;width:2.25rem;height:2.25rem;margin-inline-end:.3125rem;padding:0;border:0;border-radius:.5rem;background:none;color:var(--color-primary);cursor:pointer}
.auth .auth-password .auth-show:hover{background:var(--color-background-hover)}
.auth .auth-password .auth-show svg{width:1.25rem;height:1.25rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round}
.auth .auth-password .auth-show[aria-pressed=false] .auth-slash{display:none}
.auth .auth-password input[readonly]{color:var(--color-primary);background:var(--color-background)}
.auth .auth-address .auth-hint{margin-bottom:.75rem}
.auth .auth-address .auth-check{display:flex;align-items:center;gap:.625rem;margin:0}
.auth .auth-address .auth-check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}
.auth .auth-address .auth-check label{padding:.25rem 0;overflow-wrap:anywhere}
.auth .auth-address .auth-rules{margin:.25rem 0 1rem}
.auth .auth-address .auth-contested{margin:1rem 0 2rem}
.auth .auth-address .auth-contested .auth-note{margin:.5rem 0 1rem;text-align:start}
.auth .auth-address .auth-subtitle,.auth .auth-address .auth-hint{overflow-wrap:anywhere}
.auth:is([data-page=keys],[data-page=organization-keys])>div>.auth-account.auth-plain{max-width:42rem}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account.auth-plain:not(.auth-one){display:block}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-made{display:block;margin:0 0 1rem;padding:.875rem 1rem;border:var(--line);border-radius:var(--border-radius);user-select:all}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account fieldset{border:0;margin:0 0 1.25rem;padding:0;min-width:0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account legend{padding:0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-card>p:last-child{margin:0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account fieldset.auth-group{margin:0 0 .75rem}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-group legend{font-weight:550;padding:.375rem 0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-check{display:flex;align-items:center;gap:.625rem;margin:0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-check label{padding:.375rem 0;min-width:0;overflow-wrap:anywhere}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account.auth-one .auth-button.auth-create{width:100%;margin-bottom:.75rem}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account li .auth-acts{margin-top:.125rem;justify-content:flex-start}
@media (min-width:30rem){.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account section .auth-submit{width:fit-content;padding-inline:1.5rem}}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-bar form{margin:0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-bar>:first-child{margin-inline-end:auto;min-width:0;overflow-wrap:anywhere}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-bar ul{padding-bottom:.5rem}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-bar li{padding:0;border:0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-bar details[open]{flex-basis:100%;order:1}
@media (max-width:30rem){.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-bar details{flex-basis:100%;order:1}}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-tabs{position:static;margin:0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-tabs ul{display:flex;flex-wrap:wrap;gap:0 .25rem;margin:1.25rem 0 0;padding:0;border-bottom:var(--line)}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-tabs li{padding:0}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-tabs a{padding:.625rem .75rem;border:0;border-bottom:2px solid transparent;border-radius:0;background:none}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-tabs a:hover{background:none;border-bottom-color:var(--color-text)}
.auth:is([data-page=keys],[data-page=organization-keys]) .auth-account .auth-tabs a[aria-current]{border-bottom-color:var(--accent)}
.auth>div>.auth-account.auth-plain{max-width:42rem}
.auth .auth-account.auth-plain:not(.auth-one){display:block}
.auth .auth-account select{display:block;width:100%;min-height:2.875rem;padding:.5rem .875rem;font:inherit;color:inherit;text-overflow:ellipsis;background:var(--color-background-card);border:var(--edge);border-radius:var(--border-radius)}
.auth .auth-account textarea{display:block;width:100%;padding:.625rem .875rem;font:inherit;color:inherit;background:var(--color-background-card);border:var(--edge);border-radius:var(--border-radius);resize:vertical}
.auth .auth-account .auth-answers{margin-bottom:1.25rem}
.auth .auth-account select:focus-visible,.auth .auth-account textarea:focus-visible,.auth .auth-account summary:focus-visible{outline:3px solid var(--color-focus);outline-offset:2px}
.auth .auth-account .auth-rules{color:var(--color-primary);font-size:.875rem;margin:.375rem 0 0}
.auth .auth-account .auth-rules.auth-under{margin:-.75rem 0 1rem}
.auth .auth-account .auth-rules.auth-ends{margin-top:1rem}
.auth .auth-account .auth-rules>span{display:block}
.auth .auth-account .auth-pair>.auth-rules{grid-column:1/-1}
.auth .auth-account .auth-done[role=alert]{background:var(--color-info);color:var(--color-info-text);border-color:var(--color-info-hover)}
.auth .auth-account a.auth-small{display:flex;align-items:center;text-decoration:none}
.auth .auth-account li .auth-acts{margin-top:.5rem;justify-content:flex-start;gap:.75rem}
.auth .auth-account .auth-acts form{margin:0}
.auth .auth-account .auth-ends{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-top:1rem}
.auth .auth-account .auth-current::after{font-weight:400;color:var(--color-primary)}
.auth .auth-account .auth-card>p:last-child{margin:0}
.auth .auth-account li:has(>div+.auth-act){flex-wrap:wrap;gap:0 1rem}
.auth .auth-account li>div:has(+.auth-act){flex-basis:11rem}
.auth .auth-account dl{margin:0 0 1.5rem;border:var(--line);border-radius:var(--border-radius);padding:.375rem 1rem}
.auth .auth-account dl>div{padding:.375rem 0}
.auth .auth-account dl>div+div{border-top:var(--line)}
.auth .auth-account dt{color:var(--color-primary);font-size:.875rem}
.auth .auth-account dd{margin:0;font-weight:550;overflow-wrap:anywhere}
.auth .auth-account dd .auth-facts{display:block;font-weight:400}
.auth .auth-account .auth-bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}
.auth .auth-account .auth-bar form{margin:0}
.auth .auth-account .auth-bar>:first-child{margin-inline-end:auto;min-width:0;overflow-wrap:anywhere}
.auth .auth-account .auth-bar ul{padding-bottom:.5rem}
.auth .auth-account .auth-bar li{padding:0;border:0}
.auth .auth-account .auth-bar details[open]{flex-basis:100%;order:1}
@media (max-width:30rem){.auth .auth-account .auth-bar details{flex-basis:100%;order:1}}
.auth .auth-account .auth-tabs{position:static;margin:0}
.auth .auth-account .auth-tabs ul{display:flex;flex-wrap:wrap;gap:0 .25rem;margin:1.25rem 0 0;padding:0;border-bottom:var(--line)}
.auth .auth-account .auth-tabs li{padding:0}
.auth .auth-account .auth-tabs a{padding:.625rem .75rem;border:0;border-bottom:2px solid transparent;border-radius:0;background:none}
.auth .auth-account .auth-tabs a:hover{background:none;border-bottom-color:var(--color-text)}
.auth .auth-account .auth-tabs a[aria-current]{border-bottom-color:var(--accent)}
.auth .auth-account [type=file]{padding:.5rem}
.auth .auth-account ::file-selector-button{min-height:1.75rem;margin-inline-end:.75rem;padding:0 .75rem;font:inherit;font-weight:550;color:inherit;background:var(--color-background-card);border:var(--edge);border-radius:calc(var(--border-radius)*2/3);cursor:pointer}
.auth .auth-account img.auth-initial{background:none;border-radius:calc(var(--border-radius)*2/3);object-fit:contain}
.auth .auth-account li>.auth-initial,.auth .auth-account .auth-value>.auth-initial{width:2.25rem;height:2.25rem;font-size:1rem}
.auth .auth-account .auth-bar li{gap:.75rem}
.auth .auth-account.auth-one .auth-heading>.auth-initial,.auth .auth-account.auth-one>.auth-card>.auth-initial{margin:0 auto 1rem}
.auth .auth-account .auth-check{display:flex;align-items:center;gap:.625rem;margin:0 0 1rem}
.auth .auth-account .auth-check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}
.auth .auth-account .auth-check label{padding:.375rem 0;min-width:0}
.auth .auth-account .auth-search{margin:0 0 1rem}
.auth .auth-account .auth-search>.auth-pair{display:flex;flex-wrap:wrap;align-items:flex-end;gap:.75rem 1rem}
.auth .auth-account .auth-search>.auth-pair>.auth-field{flex:1 1 9rem;margin:0}
.auth .auth-account .auth-search>.auth-pair>.auth-field:first-child{flex:2 1 14rem}
.auth .auth-account h2 .auth-facts{font-weight:400}
.auth .auth-account section .auth-note+.auth-card{margin-top:.75rem}
.auth .auth-account.auth-one .auth-above{margin:1.75rem 0 .75rem}
.auth .auth-account.auth-one .auth-button.auth-create{width:100%}
@media (max-width:40rem){.auth .auth-account.auth-plain .auth-me h1{flex-basis:11rem}}
@media (min-width:30rem){.auth .auth-account .auth-pair{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,1fr);gap:0 1rem;align-items:start}.auth .auth-account section .auth-submit{width:fit-content;padding-inline:1.5rem}}
.auth:is([data-page=connections]) .auth-account code{font-family:ui-monospace,monospace;font-size:.875rem;overflow-wrap:anywhere;user-select:all}
.auth:is([data-page=connections]) .auth-account .auth-made{display:block;margin:0 0 1rem;padding:.875rem 1rem;border:var(--line);border-radius:var(--border-radius)}
.auth:is([data-page=connections]) .auth-account .auth-copies dd{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;align-items:center}
.auth:is([data-page=connections]) .auth-account li .auth-copies,.auth:is([data-page=connections]) .auth-account .auth-copies:last-child{margin:.75rem 0 0}
.auth:is([data-page=connections]) .auth-account .auth-card>.auth-acts,.auth:is([data-page=connections]) .auth-account .auth-card>form+.auth-acts{justify-content:flex-start;align-items:center;gap:.5rem 1rem}
.auth:is([data-page=connections]) .auth-account .auth-card>.auth-row{border-top:var(--line);margin-top:1rem;padding-bottom:0;min-height:3.5rem}
.auth:is([data-page=connections]) .auth-account .auth-acts .auth-act{padding:.5rem 0}
.auth:is([data-page=connections]) .auth-account .auth-lost{color:var(--color-danger)}
.auth:is([data-page=connections]) .auth-account .auth-card>.auth-copies:first-child{margin:0 0 1.25rem}
.auth:is([data-page=connections]) .auth-account h2+p{max-width:44rem}
.auth:is([data-page=connections]) .auth-account textarea{min-height:7rem;font:.875rem/1.5 ui-monospace,monospace}
.auth:is([data-page=connections]) .auth-account .auth-failed code{display:block;margin-top:.25rem}
.auth:is([data-page=connections]) .auth-account.auth-one .auth-failed{margin-bottom:1rem}`;
