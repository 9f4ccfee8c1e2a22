/**
 * HTTP requests over a socket, for messages that clients cannot send: any `Host`,
 * none, and an incomplete body.
 *
 * @module
 */

/** A raw request. */
export interface WireRequest {
  method: string;
  path: string;
  /** Raw headers; `host` defaults to the server's, an empty one is omitted. */
  headers?: Record<string, string>;
  body?: string;
  /** Bytes of the body that arrive before the connection ends. Default: all. */
  breaksAt?: number;
}

/** An answer. */
export interface WireResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends one request to a server on this machine; returns `undefined` without a response. */
export async function send(
  port: number,
  { method, path, headers = {}, body = "", breaksAt }: WireRequest,
): Promise<WireResponse | undefined> {
  using connection = await Deno.connect({ hostname: "localhost", port });
  const { host = `localhost:${port}`, ...others } = headers;
  const all: Record<string, string> = { ...others, connection: "close" };
  if (host) all.host = host;
  if (body) all["content-length"] = String(new TextEncoder().encode(body).length);
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  // Without a host, only HTTP/1.0 is valid; its responses are not chunked.
  const head = [`${method} ${path} HTTP/${host ? "1.1" : "1.0"}`, ...lines, "", ""].join("\r\n");
  await connection.write(new TextEncoder().encode(head + body.slice(0, breaksAt)));
  if (breaksAt !== undefined) return;
  return parse(await new Response(connection.readable).text());
}

function parse(text: string): WireResponse | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const rest = text.slice(end + 4);
  const isChunked = headers.get("transfer-encoding") === "chunked";
  const status = Number(first.split(" ")[1]);
  return { status, headers, text: isChunked ? joinChunks(rest) : rest };
}

/** Bodies of these tests are ASCII, so lengths in bytes are lengths in characters. */
function joinChunks(rest: string): string {
  let text = "";
  for (let at = 0; at < rest.length;) {
    const end = rest.indexOf("\r\n", at);
    const length = parseInt(rest.slice(at, end), 16);
    if (!length) break;
    text += rest.slice(end + 2, end + 2 + length);
    at = end + 2 + length + 2;
  }
  return text;
}
