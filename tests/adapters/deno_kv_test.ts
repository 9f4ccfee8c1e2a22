import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { assertNothingDangles } from "./_kv_check.ts";
import { testVariants } from "./_variants.ts";

testVariants({
  "DenoKvAdapter in memory": async () => {
    const kv = await Deno.openKv(":memory:");
    return {
      adapter: DenoKvAdapter(kv),
      inspect: () => assertNothingDangles(kv),
      close: () => kv.close(),
    };
  },
  "DenoKvAdapter on a file": async () => {
    const folder = await Deno.makeTempDir();
    const kv = await Deno.openKv(`${folder}/auth.kv`);
    return {
      adapter: DenoKvAdapter(kv, { prefix: ["app", 1] }),
      inspect: () => assertNothingDangles(kv, ["app", 1]),
      async close() {
        kv.close();
        await Deno.remove(folder, { recursive: true });
      },
    };
  },
});
