/**
 * Where the demo keeps its data: a Deno KV file, so that people, sessions and
 * the secret that seals them survive a restart.
 *
 * @module
 */

/** The open store, and the secret kept in it. */
export interface DemoData {
  kv: Deno.Kv;
  secret: string;
}

/** Opens the folder, which is made when it is not there. */
export async function openData(folder: string): Promise<DemoData> {
  await Deno.mkdir(folder, { recursive: true });
  const kv = await Deno.openKv(`${folder}/demo.kv`);
  const key = ["demo", "secret"];
  const fresh = crypto.randomUUID() + crypto.randomUUID();
  // Written once: what a parallel start wrote first counts.
  await kv.atomic().check({ key, versionstamp: null }).set(key, fresh).commit();
  return { kv, secret: (await kv.get<string>(key)).value! };
}
