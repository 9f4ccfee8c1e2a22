/**
 * An in-memory KV Connect server, so that `Deno.openKv(url)` can be tested over
 * a network. The released server is a binary that is in no package registry;
 * this one implements the published protocol.
 *
 * @see {@link https://github.com/denoland/denokv/blob/main/proto/kv-connect.md KV Connect}
 * @module
 */

/** A running server. */
export interface KvConnectServer extends AsyncDisposable {
  /** URL for `Deno.openKv`. */
  url: string;
  /** Number of atomic writes that were committed. */
  commits: number;
  /** Commits the next writes but drops their responses. */
  loseAnswers: number;
}

/** Value of `DENO_KV_ACCESS_TOKEN` that the server accepts. */
export const ACCESS_TOKEN = "test-access-token";

interface Row {
  key: Uint8Array;
  value: Uint8Array;
  encoding: number;
  versionstamp: Uint8Array;
}

const SET = 1;
const DELETE = 2;

export function startKvConnectServer(): KvConnectServer {
  const rows = new Map<string, Row>();
  let version = 0n;

  const read = (body: Uint8Array): Uint8Array => {
    const ranges = fields(body).filter(({ no }) => no === 1).map(({ bytes }) => {
      const range = fields(bytes);
      const [start, end] = [hex(bytesOf(range, 1)), hex(bytesOf(range, 2))];
      const found = [...rows.entries()].filter(([key]) => key >= start && key < end).sort(
        ([a], [b]) => a < b ? -1 : 1,
      );
      if (numberOf(range, 4)) found.reverse();
      const values = found.slice(0, numberOf(range, 3) || found.length).map(([, row]) =>
        bytesField(1, [
          ...bytesField(1, row.key),
          ...bytesField(2, row.value),
          ...numberField(3, row.encoding),
          ...bytesField(4, row.versionstamp),
        ])
      );
      return bytesField(1, values.flat());
    });
    return Uint8Array.from([...ranges.flat(), ...numberField(4, 1), ...numberField(8, 1)]);
  };

  const write = (body: Uint8Array): Uint8Array => {
    const parts = fields(body);
    const failed = parts.filter(({ no }) => no === 1).flatMap(({ bytes }, index) => {
      const check = fields(bytes);
      const row = rows.get(hex(bytesOf(check, 1)));
      const same = hex(row?.versionstamp ?? new Uint8Array()) === hex(bytesOf(check, 2));
      return same ? [] : [index];
    });
    if (failed.length > 0) return Uint8Array.from(numberField(1, 2));
    const versionstamp = new Uint8Array(10);
    new DataView(versionstamp.buffer).setBigUint64(0, ++version);
    for (const { bytes } of parts.filter(({ no }) => no === 2)) {
      const mutation = fields(bytes);
      const key = bytesOf(mutation, 1);
      if (numberOf(mutation, 3) === DELETE) rows.delete(hex(key));
      if (numberOf(mutation, 3) !== SET) continue;
      const value = fields(bytesOf(mutation, 2));
      rows.set(hex(key), {
        key,
        value: bytesOf(value, 1),
        encoding: numberOf(value, 2),
        versionstamp,
      });
    }
    state.commits++;
    return Uint8Array.from([...numberField(1, 1), ...bytesField(2, versionstamp)]);
  };

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, origin } = new URL(request.url);
      if (request.headers.get("authorization") !== `Bearer ${ACCESS_TOKEN}`) {
        return new Response("Unknown access token", { status: 401 });
      }
      if (pathname === "/") {
        return Response.json({
          version: 2,
          databaseId: "00000000-0000-4000-8000-000000000001",
          endpoints: [{ url: `${origin}/v2`, consistency: "strong" }],
          token: ACCESS_TOKEN,
          expiresAt: "2100-01-01T00:00:00Z",
        });
      }
      const body = new Uint8Array(await request.arrayBuffer());
      if (pathname === "/v2/snapshot_read") return protobuf(read(body));
      if (pathname !== "/v2/atomic_write") return new Response(null, { status: 404 });
      const answer = write(body);
      if (state.loseAnswers === 0) return protobuf(answer);
      state.loseAnswers--;
      return new Response("The connection was lost", { status: 503 });
    },
  );

  const state: KvConnectServer = {
    url: `http://127.0.0.1:${server.addr.port}`,
    commits: 0,
    loseAnswers: 0,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return state;
}

function protobuf(body: Uint8Array): Response {
  return new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { "content-type": "application/x-protobuf" },
  });
}

/** One field of a protobuf message. */
interface Field {
  no: number;
  number: number;
  bytes: Uint8Array;
}

/** Fields of a message. The protocol uses only varints and length-delimited fields. */
function fields(message: Uint8Array): Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0n;
    for (let shift = 0n;; shift += 7n) {
      const byte = message[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(value);
    }
  };
  while (at < message.length) {
    const tag = varint();
    const no = tag >>> 3;
    if ((tag & 7) === 0) {
      found.push({ no, number: varint(), bytes: new Uint8Array() });
    } else {
      const length = varint();
      found.push({ no, number: 0, bytes: message.slice(at, at + length) });
      at += length;
    }
  }
  return found;
}

const bytesOf = (message: Field[], no: number): Uint8Array =>
  message.find((field) => field.no === no)?.bytes ?? new Uint8Array();
const numberOf = (message: Field[], no: number): number =>
  message.find((field) => field.no === no)?.number ?? 0;

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push(value % 128 | 0x80);
  return [...bytes, value];
}

const numberField = (no: number, value: number): number[] => [...varint(no << 3), ...varint(value)];
const bytesField = (no: number, bytes: ArrayLike<number>): number[] => [
  ...varint(no << 3 | 2),
  ...varint(bytes.length),
  ...Array.from(bytes),
];

/** Key whose string order is the order of the bytes. */
const hex = (bytes: Uint8Array): string => bytes.toHex();
