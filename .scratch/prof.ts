import { Session } from "node:inspector/promises";
const s = new Session(); s.connect();
export async function profile(name: string, work: () => Promise<unknown>, n: number) {
  await s.post("Profiler.enable"); await s.post("Profiler.setSamplingInterval", { interval: 100 }); await s.post("Profiler.start");
  for (let i = 0; i < n; i++) await work();
  const { profile } = await s.post("Profiler.stop") as any;
  const total = profile.samples.length; const by = new Map(profile.nodes.map((x: any) => [x.id, x])); const parent = new Map<number, number>();
  for (const x of profile.nodes) for (const c of x.children ?? []) parent.set(c, x.id);
  const key = (x: any) => `${x.callFrame.functionName || "(anon)"} ${x.callFrame.url.split("/").slice(-2).join("/")}:${x.callFrame.lineNumber + 1}`;
  const self = new Map<string, number>(), incl = new Map<string, number>(), owner = new Map<string, number>();
  for (const x of profile.nodes) { if (!x.hitCount) continue; const k = key(x); self.set(k, (self.get(k) ?? 0) + x.hitCount); const seen = new Set<string>(); let own = "";
    for (let id: number | undefined = x.id; id !== undefined; id = parent.get(id)) { const y = by.get(id) as any; const kk = key(y); if (!own && y.callFrame.url.includes("/work/main")) own = kk; if (!seen.has(kk)) { seen.add(kk); if (!y.callFrame.url.startsWith("ext:")) incl.set(kk, (incl.get(kk) ?? 0) + x.hitCount); } }
    owner.set(own || "-", (owner.get(own || "-") ?? 0) + x.hitCount); }
  console.log("== profile " + name); const N = Number(Deno.env.get("PROF"));
  const top = (m: Map<string, number>, c: number) => { for (const [k, v] of [...m].sort((a, b) => b[1] - a[1]).slice(0, c)) console.log((v * 100 / total).toFixed(1).padStart(6), k); };
  const selfs = new Map<string, number>(); for (const x of profile.nodes) if (x.hitCount) selfs.set(key(x), (selfs.get(key(x)) ?? 0) + x.hitCount); if (N > 1) { console.log("-- self"); top(selfs, N); }
  if (N > 1) { console.log("-- inclusive"); top(incl, N * 2); }
  console.log("-- by own function, builtins counted to their caller"); top(owner, N > 1 ? N : 30);
}
