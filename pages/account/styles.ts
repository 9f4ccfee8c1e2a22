/**
 * Styles of the account page, and of pages that look like it.
 *
 * @module
 */

/** Rules for what is in `.account`. */
export const accountCss =
  `.page>.account{max-width:58rem;align-self:start}.page:has(>.account:not(.one)){align-content:start}.page>.account.one{max-width:25rem;align-self:center}
.account{--quiet-accent:color-mix(in srgb,var(--accent) 60%,var(--color-text))}.account .site.danger{color:var(--color-danger)}
.account header{margin:1rem 0 1.5rem;overflow-wrap:anywhere}
.account .me{display:flex;align-items:center;gap:1rem}.account .me>div{flex:1;min-width:0}.account .me h1{text-align:start}.account .me p{margin:0}
.account .initial{width:3rem;height:3rem;font-size:1.25rem;flex-shrink:0}
.account nav ul{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1.5rem}
.account nav li{padding:0;flex-shrink:0}.account nav li+li{border:0}
.account nav a{display:block;padding:.5rem .875rem;border:var(--line);border-radius:2rem;
color:var(--color-text);background:var(--color-background-card);text-decoration:none;font-size:.9375rem;font-weight:550;white-space:nowrap}
.account nav a:hover{background:var(--color-background-hover)}
.account section{scroll-margin-top:1rem}.account section+section{margin-top:2rem}
@media (min-width:52rem){.account:not(.one){display:grid;grid-template-columns:12rem minmax(0,1fr);column-gap:2.5rem;align-items:start}
.account:not(.one)>header{grid-column:1/-1}.account nav{position:sticky;top:1.5rem;margin-inline-start:-.875rem}
.account nav ul{display:block;margin:0;padding:0}.account nav li{padding:0 0 .125rem}
.account nav a{border-color:transparent;background:none;border-radius:var(--border-radius);white-space:normal}
.account nav a:hover{background:var(--color-background-card)}}
.account h2{font-size:1.25rem;line-height:1.3;font-weight:650;margin:0 0 .75rem}
.account h3{font-size:1rem;line-height:1.4;font-weight:600;margin:0}
.account section p{margin:0 0 .75rem}.account .facts{color:var(--color-primary);font-size:.9375rem}
.account .value .facts,.account li .facts{display:block;font-size:.875rem}
.account .facts,.account .above{text-wrap:pretty}.account .facts>span:not(:last-child)::after{content:" · "}.account .current{color:var(--color-text);font-weight:600}
.account .card{padding:1.25rem 1.5rem}.account .rows{padding-block:.25rem}
.account .card+.card,.account .done+.card{margin-top:1rem}.account .card.danger,.account.red>.card{border-color:var(--color-danger)}
.account .row{display:grid;grid-template-columns:10rem minmax(0,1fr) auto;gap:.125rem 1.5rem;align-items:center;padding:.75rem 0;min-height:4.25rem}
.account .row+.row{border-top:var(--line)}
.account .row>.wide{grid-column:2/-1;padding-block:.5rem}.account .row:has(>.wide){align-items:start}.account .row:has(>.wide)>h3{padding-top:.5rem}
.account .acts{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:0 1.25rem}
.account .act{color:inherit;padding:.625rem 0;font-weight:550;text-underline-offset:.2em;flex-shrink:0;text-decoration:underline 2px var(--quiet-accent)}.account .act.danger{color:var(--color-danger);text-decoration-color:currentColor}
.account :is(.good,.better>span)::before{content:"✓ ";content:"✓ "/"";font-weight:700;color:var(--quiet-accent)}.account .better>span::before{content:"○ ";content:"○ "/""}.account .better{display:flex;flex-wrap:wrap;align-items:center;gap:0 1rem}
.account .done{border:var(--line);border-radius:var(--border-radius);
padding:.75rem 1rem;margin:1.25rem 0 0;background:var(--color-background-card)}.account section>.done{margin:0}.account .better{padding-block:.5rem}.account .better>span{flex:1 1 14rem}.account .better>.act{flex-shrink:1;min-width:0;margin-inline-start:auto}
.account ul{list-style:none;margin:0;padding:0}.account ul+:is(.ceremony,.button){margin-top:.75rem}
.account li{display:flex;align-items:center;gap:1rem;padding:.625rem 0}.account li>div{flex:1;min-width:0}
.account li:first-child{padding-top:0}.account li:last-child{padding-bottom:0}
.account li+li{border-top:var(--line)}
.account strong{display:block;font-weight:600}.account li>form{flex-shrink:0;white-space:nowrap}
.account .device{width:1.75rem;flex-shrink:0;fill:none;stroke:var(--color-primary);stroke-width:1.5}
.account summary{cursor:pointer;padding:.625rem 0;font-weight:550}
.account .small{min-height:2.75rem;padding:.25rem 1rem;font:inherit;font-weight:550;color:var(--color-text);cursor:pointer;
background:var(--color-background-card);border:var(--edge);border-radius:var(--border-radius)}
.account .small:hover{background:var(--color-background-hover)}.account .small.danger{color:var(--color-danger);border-color:currentColor}
.account .mark{position:static;flex-shrink:0}
.account ul+.connect{margin-top:1rem;padding-top:1rem;border-top:var(--line)}
.account .connect>h3{margin-bottom:.625rem}
.account .tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,8.5rem),1fr));grid-auto-rows:1fr;gap:.5rem}
.account .tiles li{padding:0;border:0}.account .tiles form{flex:1;min-width:0;white-space:normal}
.account .tiles .small{display:flex;align-items:center;gap:.5rem;width:100%;height:100%;padding-inline:.5rem;font-size:.9375rem;text-align:start}
.account .gone{list-style:disc;margin:-.75rem 0 1.25rem;padding-inline-start:1.25rem;color:var(--color-primary)}
.account .gone li{display:list-item;padding:.125rem 0;border:0}
.account .note,.account .above{color:var(--color-primary);font-size:.9375rem}.account section .note{text-align:start;margin:0}
.account .above{margin:1.75rem 0 .75rem}.account h1,.account .subtitle{text-wrap:balance}
@media (max-width:40rem){.account .card:not(.one>.card){padding-inline:1rem}
.account .me{flex-wrap:wrap;gap:.625rem .75rem}.account .me>div{display:contents}
.account .me h1{flex:1 1 6rem;font-size:1.25rem}.account .me p{order:1;flex-basis:100%}
.account .row{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.25rem 0 .875rem;min-height:0}
.account .row>h3{flex:1 1 35%;padding-block:.75rem;font-size:.875rem;color:var(--color-primary)}
.account .row>.value{order:1;flex-basis:100%;padding:0}.account .row:has(>.wide)>h3{padding-top:.75rem}.account .row>.acts{margin-inline-start:auto}
.account li:has(.device){flex-wrap:wrap}.account li:has(.device)>div{flex-basis:calc(100% - 3rem)}.account li:has(.device)>form{margin-inline-start:2.75rem}}
@media (min-width:30rem){.account section .create{width:fit-content}}`;
