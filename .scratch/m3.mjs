const T={}; function t(name, f, n = 300) { T[name]=[f,n]; }
const H = [["host","localhost:3000"],["user-agent","Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"],["accept","text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],["accept-language","en-US,en;q=0.9"],["accept-encoding","gzip, deflate, br"],["sec-fetch-site","same-origin"],["sec-fetch-mode","cors"],["sec-fetch-dest","empty"],["referer","/"],["cookie","a=b"],["content-type","application/x-www-form-urlencoded"],["content-length","30"],["origin","http://localhost:3000"]];
const mk = () => new Request("http://localhost:3000/auth/session",{method:"POST",headers:H,body:"a=b&c=d&e=f"});
t("make", mk);
const B = JSON.stringify({a:"b",c:"d"});
const read = mk(); await read.text();
t("now: new Headers(headers)+Request", () => { const h=new Headers(read.headers); for (const n of ["content-length","content-encoding","transfer-encoding"]) h.delete(n); h.set("content-type","application/json"); return new Request("http://localhost:3000/auth/session",{method:"POST",headers:h,body:B}); });
t("new Request(request,{body})", () => { const r = new Request(read,{method:"POST",body:B}); for (const n of ["content-length","content-encoding","transfer-encoding"]) r.headers.delete(n); r.headers.set("content-type","application/json"); return r; });
t("new Request(url, request-like)", () => { const r = new Request("http://localhost:3000/auth/session",{method:"POST",headers:read.headers,body:B}); for (const n of ["content-length","content-encoding","transfer-encoding"]) r.headers.delete(n); r.headers.set("content-type","application/json"); return r; });
t("entries arr", () => { const h=[...read.headers].filter(([n])=>n!=="content-length"); return new Request("http://localhost:3000/auth/session",{method:"POST",headers:h,body:B}); });
t("obj", () => { const h={}; read.headers.forEach((v,n)=>h[n]=v); return new Request("http://localhost:3000/auth/session",{method:"POST",headers:h,body:B}); });
t("make+text", async () => await mk().text());
t("make+stream", async () => { const d=new TextDecoder(); let s=""; for await (const c of mk().body) s+=d.decode(c,{stream:true}); return s+d.decode(); });
t("make+bytes", async () => new TextDecoder().decode(await mk().arrayBuffer()));
t("URLSearchParams", () => Object.fromEntries(new URLSearchParams("csrfToken=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&u=ada123&p=x")));
t("import()", async () => (await import("./m4.mjs")).x);
const best={}; for (let r=0;r<60;r++) for (const k in T){ const [f,n]=T[k]; const s=performance.now(); for (let i=0;i<n;i++) await f(); best[k]=Math.min(best[k]??1e9,(performance.now()-s)*1000/n); }
for (const k in best) console.log(k.padEnd(36), best[k].toFixed(2));
