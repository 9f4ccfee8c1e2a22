/**
 * The results as Markdown, and their place in a document.
 *
 * @module
 */

import type { Summary } from "./_statistics.ts";

/** Contenders of a workload. */
export type Contender = "ours" | "peer" | "floor" | "better";

/** Promises of a workload. */
export interface Targets {
  /** Least ratio of the peer's median to ours. */
  readonly overPeer?: number;
  /** Greatest ratio of our median to that of the floor. */
  readonly overFloor?: number;
}

/** A workload with its times in microseconds. */
export interface Row {
  readonly workload: string;
  readonly times: Readonly<Partial<Record<Contender, Summary>>> & { readonly ours: Summary };
  readonly targets: Targets;
}

/** A single figure with an upper bound. */
export interface Limit {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly most: number;
}

/** Requests over HTTP in one second, and their latencies in milliseconds. */
export interface Rate {
  readonly perSecond: number;
  /** CPU time of the server for a request, in microseconds. */
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

/** A server with its rates. */
export interface RateRow {
  readonly server: string;
  readonly rates: Readonly<Partial<Record<Contender, Rate>>> & { readonly ours: Rate };
  /** Least ratio of our rate to the peer's. */
  readonly overPeer: number;
  /** Least share of the floor's rate. */
  readonly ofFloor: number;
}

/** A promise, whether it is met, and why it could not be. */
type Promised = readonly [text: string, isMet: boolean, reason?: string];

/** Each promise with its verdict. */
function verdicts(promises: readonly Promised[]): string {
  return promises.map(([text, isMet, reason]) =>
    isMet ? `${text} met` : `${text} **missed**${reason ?? ""}`
  ).join(", ");
}

/** A remark when not even the floor reaches the ratio to the peer. */
function beyondFloor(
  overPeer: number,
  peer: Summary | undefined,
  floor: Summary | undefined,
): string {
  const most = peer && floor ? peer.median / floor.median : Infinity;
  return most < overPeer ? ` (the floor: ${ratio(most)}×)` : "";
}

/** Times of all contenders, their ratios, and whether the promises are met. */
export function timesTable(rows: readonly Row[]): string {
  return markdown(
    ["Workload", "@x/auth", "@auth/core", "floor", "Better Auth", "to peer", "to floor", "target"],
    rows.map(({ workload, times: { ours, peer, floor, better }, targets }) => {
      const { overPeer, overFloor } = targets;
      const toPeer = peer && peer.median / ours.median;
      const toFloor = floor && ours.median / floor.median;
      const promises: Promised[] = [];
      if (overPeer !== undefined && toPeer !== undefined) {
        promises.push([`≥ ${overPeer}×`, toPeer >= overPeer, beyondFloor(overPeer, peer, floor)]);
      }
      if (overFloor !== undefined && toFloor !== undefined) {
        promises.push([`≤ ${overFloor}×`, toFloor <= overFloor]);
      }
      return [
        workload,
        range(ours),
        range(peer),
        range(floor),
        range(better),
        toPeer === undefined ? "" : `**${ratio(toPeer)}×**`,
        toFloor === undefined ? "" : `${toFloor.toFixed(2)}×`,
        verdicts(promises),
      ];
    }),
  );
}

/** Figures that have an upper bound. */
export function limitsTable(limits: readonly Limit[]): string {
  return markdown(
    ["Figure", "measured", "target"],
    limits.map(({ name, value, unit, most }) => [
      name,
      `${number(value)}${unit}`,
      verdicts([[`≤ ${most}${unit}`, value <= most]]),
    ]),
  );
}

/** Requests per second of all contenders, with latencies. */
export function ratesTable(rows: readonly RateRow[]): string {
  return markdown(
    ["Server", "@x/auth", "Auth.js", "bare server", "Better Auth", "to peer", "of bare", "target"],
    rows.map(({ server, rates: { ours, peer, floor, better }, overPeer, ofFloor }) => {
      const toPeer = peer && ours.perSecond / peer.perSecond;
      const share = floor && ours.perSecond / floor.perSecond;
      const promises: [string, boolean][] = [];
      if (toPeer !== undefined) promises.push([`≥ ${overPeer}×`, toPeer >= overPeer]);
      if (share !== undefined) promises.push([`≥ ${percent(ofFloor)}`, share >= ofFloor]);
      return [
        server,
        rate(ours),
        rate(peer),
        rate(floor),
        rate(better),
        toPeer === undefined ? "" : `**${ratio(toPeer)}×**`,
        share === undefined ? "" : percent(share),
        verdicts(promises),
      ];
    }),
  );
}

/** A table of Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The text without the last column of each table with targets, which are for this project alone. */
export function withoutTargets(text: string): string {
  let isCut = false;
  return text.split("\n").map((line, index, lines) => {
    if (!line.startsWith("|")) return line;
    if (!lines[index - 1]?.startsWith("|")) isCut = / target +\|$/.test(line);
    return isCut ? line.replace(/ [^|]*\|$/, "") : line;
  }).join("\n");
}

/**
 * Replaces what is between the two marks with a name, `<!-- bench:start -->` and
 * `<!-- bench:end -->`.
 *
 * @throws {Error} when the document does not have both marks, in this order
 */
export function replaceMarked(document: string, name: string, text: string): string {
  const [opening, closing] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [start, end] = [document.indexOf(opening), document.indexOf(closing)];
  if (start < 0 || end < start) {
    throw new Error(
      `Cannot write the table: the document needs ${opening} and, below it, ${closing}`,
    );
  }
  return `${document.slice(0, start)}${opening}\n\n${text}\n\n${document.slice(end)}`;
}

/** Microseconds in a readable unit. */
export function duration(microseconds: number): string {
  return microseconds < 1000 ? `${number(microseconds)} µs` : `${number(microseconds / 1000)} ms`;
}

function range(summary: Summary | undefined): string {
  if (!summary) return "";
  const { median, low, high } = summary;
  const [scale, unit] = median < 1000 ? [1, "µs"] : [1000, "ms"];
  return `${number(median / scale)} ${unit} (${number(low / scale)}–${number(high / scale)})`;
}

function rate(value: Rate | undefined): string {
  if (!value) return "";
  const { perSecond, cpu, p50, p99 } = value;
  const each = `${duration(cpu)}; ${number(p50)}, ${number(p99)} ms`;
  return `${Math.round(perSecond).toLocaleString("en")}/s (${each})`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A ratio, rounded down, so that a missed target never looks met. */
const ratio = (value: number): string => (Math.floor(value * 10) / 10).toFixed(1);

/** A whole number, or three significant digits. */
function number(value: number): string {
  if (Number.isInteger(value)) return String(value);
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
