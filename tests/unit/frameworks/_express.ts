/**
 * Requests and responses with the members that Express gives them.
 *
 * @module
 */

import { EventEmitter } from "node:events";
import type { ExpressRequest, NodeResponse } from "../../../src/frameworks/express.ts";

/** A response that records calls. */
export class FakeResponse implements NodeResponse {
  statusCode = 200;
  headersSent = false;
  headers = new Map<string, number | string | string[]>();
  text = "";

  getHeader(name: string): number | string | string[] | undefined {
    return this.headers.get(name.toLowerCase());
  }
  setHeader(name: string, value: string | readonly string[]): void {
    if (this.headersSent) throw new Error("Cannot set headers after they are sent");
    this.headers.set(name.toLowerCase(), typeof value === "string" ? value : [...value]);
  }
  removeHeader(name: string): void {
    this.headers.delete(name.toLowerCase());
  }
  end(body?: string | Uint8Array): void {
    this.text = typeof body === "string" ? body : new TextDecoder().decode(body);
    this.headersSent = true;
  }
  /** Values of `Set-Cookie`. */
  get cookies(): string[] {
    return [this.headers.get("set-cookie") ?? []].flat().map(String);
  }
}

/** A request; `chunks` are its body, unless a parser has read it into `body`. */
export class FakeRequest extends EventEmitter implements ExpressRequest {
  method = "GET";
  headers: ExpressRequest["headers"] = { host: "localhost:3000" };
  originalUrl = "/auth/session";
  baseUrl = "/auth";
  protocol = "http";
  params: object = {};
  body?: unknown;
  res = new FakeResponse();
  chunks: string[] = [];
  /** `true` when the connection ends before the body does. */
  breaks = false;
  readableDidRead = false;
  paused = 0;

  constructor(members: Partial<FakeRequest> = {}) {
    super();
    Object.assign(this, members);
  }
  pause(): void {
    this.paused++;
  }
  resume(): void {
    this.readableDidRead = true;
    const chunk = this.chunks.shift();
    if (chunk !== undefined) this.emit("data", new TextEncoder().encode(chunk));
    else this.emit(this.breaks ? "close" : "end");
  }
}
