/**
 * Logos of organizations: what counts as an image, who changes and sees one, and that of many changes
 * at once one stays, on each store.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth } from "../../mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import type { AnyAdapter } from "../../src/types/adapter.ts";
import { readImage } from "../../src/capabilities/organizations/image.ts";
import { addLogo, requireLogo } from "../../src/capabilities/organizations/logo.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import { makeJpeg, makePng, makeWebp, pngChunk } from "./_images.ts";
import {
  APP,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type OrgApp,
  type Person,
  reasonOf,
  signIn,
  tokenTo,
} from "./_organizations.ts";

const ADA = "ada@example.com";
const SETTINGS = "organization/acme/settings";
const MOST = 48_000;

const text = (typed: string) => new TextEncoder().encode(typed);

/** A PNG of exactly so many bytes. */
async function pngOf(bytes: number): Promise<Uint8Array> {
  const { length } = await makePng(8, 8, pngChunk("tEXt", new Uint8Array()));
  return await makePng(8, 8, pngChunk("tEXt", new Uint8Array(bytes - length).fill(97)));
}

/** Sends a form with a file, as a browser without scripts does. */
async function upload(
  { browser }: Pick<Person, "browser">,
  image: Uint8Array | undefined,
  { path = SETTINGS, ...fields }: Record<string, string> = {},
) {
  const body = new FormData();
  const sent = { csrfToken: await browser.csrf(), step: "logo", ...fields };
  for (const [name, value] of Object.entries(sent)) body.set(name, value);
  body.set("logo", new Blob(image ? [image as BlobPart] : []), image ? "logo.png" : "");
  const { response, url } = await browser.visit(`/auth/${path}`, { method: "POST", body });
  const html = await response.text();
  return { path: url.pathname + url.search, status: response.status, html };
}

async function open({ browser }: Pick<Person, "browser">, path: string): Promise<string> {
  return await (await browser.visit(`/auth/${path}`)).response.text();
}

/** Gets an image as anybody does who has its path. */
const get = async (app: OrgApp, path: string, method = "GET") =>
  await Auth(new Request(`${APP}/auth/${path}`, { method }), app.config);

const pathIn = (html: string) => /src="[^"]*\/auth\/(organization-logo\/[\w-]+)"/.exec(html)?.[1];

/** Ids of the images that are stored for an organization. */
const idsOf = async (app: OrgApp, org: string) => [
  ...new Set(
    (await app.records.list(`org:${org}`, "org.logo")).map(({ id }) => id.split(".", 1)[0]!),
  ),
];

const shownId = async (app: OrgApp, org: string) =>
  ((await app.records.get("org", org))?.data as { logo?: string } | undefined)?.logo;

async function start(openStore?: OpenStore, config = {}) {
  const store = await openStore?.();
  const app = createOrgApp("jwt", { ...store?.config as { adapter?: AnyAdapter }, ...config });
  const ada = await signIn(app, ADA);
  const { id: org } = await createOrg(app, ada);
  return {
    ...{ app, ada, org },
    async [Symbol.asyncDispose]() {
      await store?.close();
      await openStore?.end?.();
    },
  };
}

function register(stores: Record<string, OpenStore>): void {
  for (const [name, openStore] of Object.entries(stores)) {
    const test = (title: string, run: () => Promise<void>) =>
      Deno.test(`organization logo: ${title} (${name})`, run);

    test("it is set, shown, replaced and removed, and ends with the organization", async () => {
      await using world = await start(openStore);
      const { app, ada, org } = world;
      assertEquals(pathIn(await open(ada, SETTINGS)), undefined);
      const first = await pngOf(MOST);
      const sent = await upload(ada, first);
      assertEquals(sent.path, `/auth/${SETTINGS}?done=updated`);
      const path = pathIn(sent.html)!;
      const answer = await get(app, path);
      assertEquals(new Uint8Array(await answer.arrayBuffer()), first);
      const headers = Object.fromEntries(answer.headers);
      assertEquals([headers["content-type"], headers["x-content-type-options"]], [
        "image/png",
        "nosniff",
      ]);
      assertMatch(headers["content-security-policy"]!, /^default-src 'none';.* sandbox$/);
      assertEquals(headers["cache-control"], "private, max-age=31536000, immutable");
      assertEquals([headers["set-cookie"], headers.vary], [undefined, undefined]);
      assertEquals((await get(app, path, "HEAD")).status, 200);
      assertEquals((await get(app, path, "POST")).status, 405);

      const webp = makeWebp("VP8L", 512, 512);
      const other = pathIn((await upload(ada, webp)).html)!;
      assertEquals((await get(app, path)).status, 404, "a path never shows another image");
      const replaced = await get(app, other);
      assertEquals(replaced.headers.get("content-type"), "image/webp");
      assertEquals(new Uint8Array(await replaced.arrayBuffer()), webp);
      assertEquals((await idsOf(app, org)).length, 1);
      assertEquals(app.entries.filter((one) => one.name === "organization.updated").length, 2);

      const gone = await upload(ada, undefined, { step: "remove-logo" });
      assertEquals([gone.path, pathIn(gone.html)], [`/auth/${SETTINGS}?done=updated`, undefined]);
      assertEquals([(await get(app, other)).status, await idsOf(app, org)], [404, []]);
      assertEquals(await shownId(app, org), undefined);

      const last = pathIn((await upload(ada, makeJpeg(1, 1))).html)!;
      assertEquals((await get(app, last)).status, 200);
      done(await app.orgs.deleteOrganization(await membership(app, ada, org), "Acme"));
      assertEquals([(await get(app, last)).status, await idsOf(app, org)], [404, []]);
    });

    test("of fifty changes at once, one image stays", async () => {
      await using world = await start(openStore);
      const { app, ada, org } = world;
      const images = await Promise.all(
        Array.from({ length: 50 }, (_, index) => makePng(index + 1, 8)),
      );
      const own = await membership(app, ada, org);
      const all = await Promise.all(
        images.map((logo, index) =>
          app.orgs.updateOrganization(own, { logo: index % 10 === 9 ? null : logo })
        ),
      );
      assertEquals(new Set(all.map(reasonOf)), new Set(["ok"]));
      const shown = await shownId(app, org);
      assertEquals(await idsOf(app, org), shown === undefined ? [] : [shown]);
      const paths = all.flatMap((one) => one.ok ? one.organization.logoPath ?? [] : []);
      assertEquals(new Set(paths).size, 45, "each has a path of its own");
      const statuses = await Promise.all(paths.map(async (path) => (await get(app, path)).status));
      assertEquals(
        statuses.filter((status) => status === 200).length,
        shown === undefined ? 0 : 1,
      );
    });
  }
}

register(localStores);

withPostgres("organization logo on PostgreSQL", (server) => register(serverStores(server)));

Deno.test("organization logo: an image is its whole file, and is no larger than it may be", async () => {
  const png = await makePng(512, 512);
  // As in a progressive file: bytes of the data, restarts, a table and fill bytes between scans.
  const manyScans = new Uint8Array([
    ...makeJpeg(512, 300, 0xc2).subarray(0, -2),
    ...[0xff, 0, 7, 0xff, 0xd0, 8, 0xff, 0xd7, 9, 0xff, 0xff, 0, 5],
    ...[0xff, 0xff, 0xff, 0xc4, 0, 5, 0, 0, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 0xff, 0xff, 0xd9],
  ]);
  const images = [
    ["image/png", png],
    ["image/jpeg", makeJpeg(512, 300)],
    ["image/jpeg", makeJpeg(512, 300, 0xc2)],
    ["image/jpeg", manyScans],
    ...(["VP8 ", "VP8L", "VP8X"] as const).map((kind) => ["image/webp", makeWebp(kind, 512, 300)]),
  ] as const;
  await using world = await start();
  const { app, ada, org } = world;
  const own = await membership(app, ada, org);
  const isRefused = async (logo: unknown, title: string) => {
    const error = await app.orgs.updateOrganization(own, { logo: logo as Uint8Array })
      .catch((error) => error);
    assertEquals(error.cause?.field, "logo", title);
    assertMatch(error.message, /PNG, JPEG or WebP image of at most 48000 bytes and 512 × 512/);
  };
  for (const [type, bytes] of images) {
    const image = readImage(bytes as Uint8Array);
    assertEquals([image?.type, image?.width], [type, 512]);
    done(await app.orgs.updateOrganization(own, { logo: bytes as Uint8Array }));
    for (let length = 0; length < bytes.length; length++) {
      const part = (bytes as Uint8Array).subarray(0, length);
      assertEquals(readImage(part), undefined, `${type}: ${length} bytes`);
    }
    for (const tail of [[0], [...text("<script>alert(1)</script>")], [...text("PK\x03\x04")]]) {
      await isRefused(new Uint8Array([...bytes as Uint8Array, ...tail]), `${type} and more`);
    }
    for (const first of text("<%PG")) {
      await isRefused(new Uint8Array([first, ...bytes as Uint8Array]), "something before it");
    }
  }
  const before = await shownId(app, org);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const refused: Record<string, unknown> = {
    "nothing": new Uint8Array(),
    "an SVG": text(svg),
    "a page": text("<!doctype html><script>alert(1)</script>"),
    "a GIF": text("GIF89a\x01\0\x01\0\0\0\0;"),
    "a signature alone": png.subarray(0, 8),
    "a page with the signature of a PNG": new Uint8Array([...png.subarray(0, 8), ...text(svg)]),
    "too many pixels in a row": await makePng(513, 1),
    "too many rows": await makePng(1, 513),
    "no pixels": await makePng(0, 0),
    "many pixels in few bytes": await makePng(100_000, 1),
    "a JPEG of too many pixels": makeJpeg(512, 513),
    "a WebP of too many pixels": makeWebp("VP8X", 16_384, 16_384),
    "too many bytes": await pngOf(MOST + 1),
    "a chunk that is longer than the file": new Uint8Array([
      ...png.subarray(0, 33),
      ...[255, 255, 255, 255],
      ...png.subarray(37),
    ]),
    ...Object.fromEntries(
      [makeJpeg(8, 8), manyScans].flatMap((jpeg) =>
        ["<script>alert(1)</script>", "", "PK\x03\x04"].map((behind) => [
          `${jpeg.length} bytes of a JPEG, ${behind} and its end mark`,
          new Uint8Array([...jpeg, ...text(behind), 0xff, 0xd9]),
        ])
      ),
    ),
    ...Object.fromEntries(
      [[0xff, 0x01], [0xff, 0x00], [0xff, 0xd0], [0xff, 0xd8], [0xff, 0xc4, 0, 1], [0x3c]].map(
        (bytes) => [
          `a JPEG with ${bytes} between its segments`,
          new Uint8Array([
            ...makeJpeg(8, 8).subarray(0, 20),
            ...bytes,
            ...makeJpeg(8, 8).subarray(20),
          ]),
        ],
      ),
    ),
    "a JPEG without a scan": new Uint8Array([...makeJpeg(8, 8).subarray(0, -13), 0xff, 0xd9]),
    "a JPEG without a frame": new Uint8Array([
      ...makeJpeg(8, 8).subarray(0, 27),
      ...makeJpeg(8, 8).subarray(-13),
    ]),
    "a PNG whose end has data": new Uint8Array([
      ...png.subarray(0, -12),
      ...pngChunk("IEND", text(svg)),
    ]),
    "a PNG without an image": new Uint8Array([
      ...png.subarray(0, 33),
      ...pngChunk("tEXt", text(svg)),
      ...png.subarray(-12),
    ]),
    "a PNG whose head has more": new Uint8Array([
      ...png.subarray(0, 8),
      ...pngChunk("IHDR", new Uint8Array([...png.subarray(16, 29), ...text(svg)])),
      ...png.subarray(33),
    ]),
    "a text": svg,
    "an empty text": "",
    "a JPEG of two frames": new Uint8Array([
      ...makeJpeg(600, 600).subarray(0, -15),
      ...makeJpeg(8, 8).subarray(27),
    ]),
    "a list": [...png],
    "an object": { length: 3 },
    "a buffer": png.buffer,
    "false": false,
    "0": 0,
  };
  for (const [title, logo] of Object.entries(refused)) {
    await isRefused(logo, title);
    if (!(logo instanceof Uint8Array)) continue;
    const sent = await upload(ada, logo.length > 0 ? logo : undefined);
    assertEquals(sent.status, 200, title);
    assertMatch(sent.html, /role="alert"><p>Choose a PNG, JPEG or WebP image of up to 48 kB/);
    assertMatch(sent.html, /<input id="input-logo"[^>]*type="file"[^>]*aria-invalid="true"/);
  }
  // Absent is no demand, and a value that got lost is none either.
  done(await app.orgs.updateOrganization(own, { logo: undefined, name: "Acme" }));
  assertEquals([await shownId(app, org), (await idsOf(app, org)).length], [before, 1]);
});

Deno.test("organization logo: a file that is an image and a page is served as an image alone", async () => {
  await using world = await start();
  const { app, ada } = world;
  const both = await makePng(8, 8, pngChunk("tEXt", text("<html><script>alert(1)</script>")));
  const path = pathIn((await upload(ada, both)).html)!;
  const { headers } = await get(app, path);
  assertEquals(headers.get("content-type"), "image/png");
  assertEquals(headers.get("x-content-type-options"), "nosniff");
  assertMatch(headers.get("content-security-policy")!, /default-src 'none'.*sandbox/);
});

Deno.test("organization logo: whoever may not change the organization changes no logo", async () => {
  await using world = await start();
  const { app, ada, org } = world;
  const png = await makePng(8, 8);
  const eve = await signIn(app, "eve@example.com");
  const guest = await join(app, ada, org, "gus@example.com", "guest");
  await createOrg(app, eve, "looms");
  assertEquals((await upload(guest, png)).status, 403);
  assertEquals((await upload(eve, png)).status, 404);
  assertEquals(
    reasonOf(await app.orgs.updateOrganization(await membership(app, guest, org), { logo: png })),
    "forbidden",
  );
  // Another site, another person's form, and no token.
  for (const csrfToken of ["", "0", await eve.browser.csrf()]) {
    const form = new FormData();
    form.set("csrfToken", csrfToken);
    form.set("step", "logo");
    form.set("logo", new Blob([png as BlobPart]), "logo.png");
    const cookie = ada.browser.cookies.header(new URL(APP)) ?? "";
    const headers = { cookie, origin: "https://evil.example" };
    const request = new Request(`${APP}/auth/${SETTINGS}`, { method: "POST", body: form, headers });
    const answer = await Auth(request, app.config);
    await answer.body?.cancel();
    assert(answer.status >= 300 && answer.status < 500, `${answer.status}`);
  }
  assertEquals(await shownId(app, org), undefined);
  // An old proof leads to a new one first.
  using time = new FakeTime(Date.now() + 11 * 60_000);
  assertMatch((await upload(ada, png)).path, /^\/auth\/signin\?stepUp=/);
  time.restore();
  assertEquals(await shownId(app, org), undefined);
});

Deno.test("organization logo: members and invited people see it, and nothing about the organization tells its path", async () => {
  await using world = await start(undefined, { account: AccountPage() });
  const { app, ada, org } = world;
  const path = pathIn((await upload(ada, await makePng(8, 8))).html)!;
  const guest = await join(app, ada, org, "gus@example.com", "guest");
  for (const page of ["organizations", "organization/acme"]) {
    assertEquals(pathIn(await open(guest, page)), path, page);
  }
  const looms = await createOrg(app, ada, "looms");
  assertEquals(looms.logoPath, undefined);
  // In the list of the others.
  assertEquals(pathIn(await open(ada, "organization/looms")), path);
  done(
    await app.orgs.invite(await membership(app, ada, org), {
      email: "eve@example.com",
      role: "guest",
    }),
  );
  const token = tokenTo(app, "eve@example.com");
  const visitor = { browser: app.open() };
  assertEquals(pathIn(await open(visitor, `invitation?token=${token}`)), path);
  const eve = await signIn(app, "eve@example.com");
  assertEquals(pathIn(await open(eve, "organizations")), path);
  const zoe = await signIn(app, "zoe@example.com");
  for (const page of ["organization/acme", "organizations", `organization/${org}`]) {
    assertEquals(pathIn(await open(zoe, page)), undefined, page);
  }
  const others = ["acme", org, "x".repeat(22), "", "../acme", "a".repeat(3000), "%00", "__proto__"];
  for (const id of others) {
    const { status } = await get(app, `organization-logo/${encodeURIComponent(id)}`);
    assertEquals(status, id === "" ? 400 : 404, id);
  }
  const [listed] = await app.orgs.listOrganizations(guest.id);
  assertEquals(listed?.logoPath, path);
});

Deno.test("organization logo: a form with a file is read within its bound, and at this page alone", async () => {
  await using world = await start();
  const { app, ada, org } = world;
  const png = await makePng(8, 8);
  const csrfToken = await ada.browser.csrf();
  const cookie = ada.browser.cookies.header(new URL(APP)) ?? "";
  const send = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const all = { cookie, origin: APP, accept: "text/html", ...headers };
    const init = { method: "POST", body, headers: all, duplex: "half" };
    const answer = await Auth(new Request(`${APP}/auth/${path}`, init as RequestInit), app.config);
    await answer.body?.cancel();
    return answer.status;
  };
  const formWith = (fields: Record<string, string | Uint8Array>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ csrfToken, step: "logo", ...fields })) {
      form.set(name, typeof value === "string" ? value : new Blob([value as BlobPart]));
    }
    return form;
  };
  const paths = [
    ...["organizations", "organization/acme", "invitation", "signin/mail", "signout", "session"],
    ...["callback/mail", "organization-logo/x"],
  ];
  for (const path of paths) {
    const status = await send(path, formWith({ logo: png }));
    assertEquals(status, path.startsWith("organization-logo") ? 405 : 415, path);
  }
  const large = new Uint8Array(MOST + 20_000);
  assertEquals(await send(SETTINGS, formWith({ logo: large })), 413);
  const endless = () => {
    let chunks = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        assert(++chunks < 20, "the rest is not read");
        controller.enqueue(new Uint8Array(10_000));
      },
    });
  };
  const type = { "content-type": "multipart/form-data; boundary=x" };
  assertEquals(await send(SETTINGS, endless(), type), 413);
  const broken = [
    ...["", "--x", "--x\r\n", "--x--", "x".repeat(10_000), "--x\r\n".repeat(5000)],
    '--x\r\nContent-Disposition: form-data; name="step"\r\n\r\nlogo',
    '--x\r\nContent-Disposition: form-data; name="csrfToken"; filename="a"\r\n\r\n1\r\n--x--',
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  ];
  for (const body of broken) {
    for (
      const contentType of [
        type["content-type"],
        "multipart/form-data",
        "multipart/form-data; boundary=",
        `multipart/form-data; boundary=${"x".repeat(5000)}`,
      ]
    ) {
      const status = await send(SETTINGS, body, { "content-type": contentType });
      assert(
        status >= 300 && status < 500,
        `${status}: ${contentType.slice(0, 50)} ${body.slice(0, 50)}`,
      );
    }
  }
  // A file of another field counts for nothing.
  assertEquals(await send(SETTINGS, formWith({ other: png })), 200);
  assertEquals(await send(SETTINGS, formWith({ step: text("logo"), logo: png })), 302);
  assertEquals(await shownId(app, org), undefined);
  assertEquals(app.errors.filter(({ name }) => name === "TypeError"), []);

  // As JSON it is base64 of either kind.
  const base64 = btoa(String.fromCharCode(...png));
  for (
    const logo of [base64, base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")]
  ) {
    const body = JSON.stringify({ csrfToken, step: "logo", logo });
    const headers = { "content-type": "application/json", accept: "application/json" };
    assertEquals(await send(SETTINGS, body, headers), 200);
    assert(await shownId(app, org));
    const gone = JSON.stringify({ csrfToken, step: "remove-logo" });
    assertEquals(await send(SETTINGS, gone, headers), 200);
    assertEquals(await shownId(app, org), undefined);
  }
});

/** Milliseconds after which an image that no organization names is gone. */
const SPARE_MS = 8 * 86_400_000;

/** Whatever has failed, each image that the organization names is shown, and each other one ends. */
async function assertWhole(app: OrgApp, org: string, title: string): Promise<void> {
  const shown = await shownId(app, org);
  for (const id of await idsOf(app, org)) {
    const { status } = await get(app, `organization-logo/${id}`);
    assertEquals(status, id === shown ? 200 : 404, title);
  }
  using _time = new FakeTime(Date.now() + SPARE_MS);
  const left = await app.records.list(`org:${org}`, "org.logo");
  const named = left.filter(({ id }) => id.split(".", 1)[0] === shown);
  if (shown) {
    assertEquals((await get(app, `organization-logo/${shown}`)).status, 200, title);
    assertEquals(named.length, 2, title);
  }
}

Deno.test("organization logo: a change that is done is no failure, whatever fails behind it", async () => {
  const store = await localStores.memory!();
  const app = createOrgApp("jwt", { ...store.config as object });
  const ada = await signIn(app, ADA);
  const { id: org } = await createOrg(app, ada);
  const own = await membership(app, ada, org);
  const logo = await pngOf(MOST);
  done(await app.orgs.updateOrganization(own, { logo }));
  let after = 0;
  const run = async (number: number, when: "before" | "after") => {
    const before = await shownId(app, org);
    const slug = `acme-${when}-${number}`;
    app.entries.length = 0;
    app.errors.length = 0;
    store.arm(number, when);
    const result = await app.orgs.updateOrganization(own, { logo, slug }).catch(() => undefined);
    const calls = store.calls.length;
    store.arm(0, "before");
    const isDone = await shownId(app, org) !== before;
    const title = `${when} call ${number} of ${calls}`;
    assertEquals(result?.ok === true, isDone, title);
    const written = app.entries.filter(({ name }) => name === "organization.updated");
    assertEquals(written.length, isDone ? 1 : 0, title);
    if (isDone && app.errors.length > 0) after++;
    await assertWhole(app, org, title);
    return calls;
  };
  const calls = await run(0, "before");
  for (const when of ["before", "after"] as const) {
    for (let number = 1; number <= calls; number++) await run(number, when);
  }
  assert(after > 5, "failures behind the change are logged");
  // The next change cleans up what the failures left; slugs are free after some minutes.
  done(await app.orgs.updateOrganization(own, { logo }));
  using time = new FakeTime(Date.now() + SPARE_MS);
  assertEquals(await idsOf(app, org), [await shownId(app, org)]);
  await signIn(app, ADA, ada.browser);
  const again = await membership(app, ada, org);
  for (const slug of ["acme", "acme-before-1", "acme-after-1"]) {
    done(await app.orgs.updateOrganization(again, { slug }));
  }
  time.restore();
});

Deno.test("organization logo: a process that ends at any call leaves no image for good, and loses none", async () => {
  const logo = await pngOf(MOST);
  let calls = 1;
  for (let number = 1; number <= calls; number++) {
    const store = await localStores.memory!();
    const app = createOrgApp("jwt", { ...store.config as object });
    const ada = await signIn(app, ADA);
    const { id: org } = await createOrg(app, ada);
    const own = await membership(app, ada, org);
    done(await app.orgs.updateOrganization(own, { logo }));
    if (number === 1) {
      store.arm(0, "before");
      done(await app.orgs.updateOrganization(own, { logo }));
      calls = store.calls.length;
    }
    store.arm(number, "never");
    void app.orgs.updateOrganization(own, { logo });
    await store.ended();
    const other = createOrgApp("jwt", { ...store.reopened as object });
    const title = `call ${number} of ${calls}`;
    assert(await shownId(other, org), title);
    await assertWhole(other, org, title);
    const system = other.orgs.asSystem(org);
    done(await other.orgs.updateOrganization(system, { logo }));
    {
      using _time = new FakeTime(Date.now() + SPARE_MS);
      assertEquals(await idsOf(other, org), [await shownId(other, org)], title);
    }
    done(await other.orgs.deleteOrganization(system));
    assertEquals(await idsOf(other, org), [], title);
    // Another process was about to write one, and ends now.
    await addLogo(other.records, org, requireLogo(logo));
    using _time = new FakeTime(Date.now() + SPARE_MS);
    assertEquals(await idsOf(other, org), [], title);
    await store.close();
  }
  assert(calls > 8);
});

Deno.test("organization logo: an organization that ends shows none, and no failure is no logo", async () => {
  const store = await localStores.memory!();
  const app = createOrgApp("jwt", { ...store.config as object });
  const ada = await signIn(app, ADA);
  const { id: org } = await createOrg(app, ada);
  const logo = await makePng(8, 8);
  done(await app.orgs.updateOrganization(await membership(app, ada, org), { logo }));
  const shown = `organization-logo/${await shownId(app, org)}`;
  assertEquals((await get(app, shown)).status, 200);
  const entry = (await app.records.get("org", org))!;
  const data = { ...entry.data as object, isEnding: true };
  assert(await app.records.put({ ...entry, version: entry.version + 1, data }, entry.version));
  assertEquals((await get(app, shown)).status, 404, "an organization that ends shows none");
  store.arm(1, "away");
  const answer = await get(app, `organization-logo/${"x".repeat(22)}`);
  assertEquals([answer.status, answer.headers.has("retry-after")], [503, true]);
});
