import * as nc from "node:crypto";
const key = nc.randomBytes(64); const rawc = new Uint8Array(key.subarray(32)); const iv = new Uint8Array(16); const te = new TextEncoder();
const text = '{"name":"Ada 123","email":"ada123@example.com","picture":null,"sub":"123","iat":1763768400,"exp":1766360400,"jti":"6a0e7c2e-aaaa-bbbb-cccc-0123456789ab"}';
const input = new Uint8Array(420); const inner = nc.createHash("sha512").update(new Uint8Array(300)), outer = nc.createHash("sha512").update(new Uint8Array(128));
const T={}; function t(name, f, n = 800) { T[name]=[f,n]; }
t("cipher utf8", () => { const d = nc.createCipheriv("aes-256-cbc", rawc, iv); const a = d.update(text,"utf8"), b = d.final(); return a.length+b.length; });
t("cipher encode", () => { const d = nc.createCipheriv("aes-256-cbc", rawc, iv); const a = d.update(te.encode(text)), b = d.final(); return a.length+b.length; });
t("cipher encodeInto padded", () => { const p = new Uint8Array(text.length*3+16); const {written} = te.encodeInto(text,p); const d = nc.createCipheriv("aes-256-cbc", rawc, iv); const a = d.update(p.subarray(0,written)), b = d.final(); return a.length+b.length; });
t("mac", () => outer.copy().update(inner.copy().update(input).digest()).digest());
t("mac hex out", () => outer.copy().update(inner.copy().update(input).digest()).digest("hex"));
t("mac latin1", () => outer.copy().update(inner.copy().update(input).digest("latin1"),"latin1").digest());
t("mac b64url out", () => outer.copy().update(inner.copy().update(input).digest()).digest("base64url"));
const best={}; for (let r=0;r<80;r++) for (const k in T){ const [f,n]=T[k]; if(!r) for(let i=0;i<n*3;i++) f(); const s=performance.now(); for (let i=0;i<n;i++) f(); best[k]=Math.min(best[k]??1e9,(performance.now()-s)*1000/n); }
for (const k in best) console.log(k.padEnd(32), best[k].toFixed(2));
