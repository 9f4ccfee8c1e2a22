/**
 * SVG path data with fewer digits.
 *
 * @see {@link https://www.w3.org/TR/SVG2/paths.html#PathDataBNF SVG 2 §9.3.9}
 * @module
 */

/** Digits after the point: in a box of 24 that is shown at 24 pixels, a hundredth of a pixel. */
const DIGITS = 2;

/** Numbers of each command, in its relative form. */
const LENGTHS: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};

/** A command with its numbers, as written. */
interface Segment {
  command: string;
  numbers: number[];
}

/** A place. */
type Point = readonly [x: number, y: number];

/**
 * The same shape with two digits after each point. Each end point is rounded by itself, so that the
 * errors of relative coordinates do not add up.
 */
export function shorten(path: string): string {
  let text = "";
  let last = "";
  const write = (command: string, numbers: readonly number[], flags = 0) => {
    const isNext = command === last && command !== "m";
    text += (isNext ? "" : command) + join(numbers, flags, isNext);
    last = command;
  };
  trace(path, ({ command, from, written, numbers, to }) => {
    if (command === "z") {
      write("z", []);
      return written;
    }
    const relative = (point: Point) => [round(point[0] - written[0]), round(point[1] - written[1])];
    const [dx, dy] = relative(to) as [number, number];
    const isLine = "lhv".includes(command);
    if ((isLine || command === "a") && dx === 0 && dy === 0) return written;
    if (isLine) {
      if (dy === 0) write("h", [dx]);
      else if (dx === 0) write("v", [dy]);
      else write("l", [dx, dy]);
    } else if (command === "a") {
      write("a", [...numbers.slice(0, 3).map(round), numbers[3]!, numbers[4]!, dx, dy], 3);
    } else {
      const points = [];
      for (let i = 0; i < numbers.length; i += 2) {
        points.push(...relative([from[0] + numbers[i]!, from[1] + numbers[i + 1]!]));
      }
      write(command, points);
    }
    return [written[0] + dx, written[1] + dy];
  });
  text = text.replace(/^m/, "M");
  return text.length < path.length ? text : path;
}

/** The end points of all segments, absolute. */
export function endPoints(path: string): Point[] {
  const points: Point[] = [];
  trace(path, ({ to }) => {
    points.push(to);
    return to;
  });
  return points;
}

/** A segment with relative numbers, and where it begins and ends. */
interface Step {
  command: string;
  numbers: readonly number[];
  from: Point;
  to: Point;
  /** Where the text that was written so far ends. */
  written: Point;
}

/** Calls a function for each segment, which returns where its own text ends. */
function trace(path: string, visit: (step: Step) => Point): void {
  let at: Point = [0, 0];
  let written: Point = [0, 0];
  let start = { at, written };
  for (const { command, numbers } of parse(path)) {
    const name = command.toLowerCase();
    const from = at;
    const relative = name === command ? numbers : numbers.map((number, index) => {
      if (name === "a" && index < 5) return number;
      const isX = name === "h" || (name !== "v" && (name === "a" ? index === 5 : index % 2 === 0));
      return number - from[isX ? 0 : 1];
    });
    const [dx, dy] = name === "h"
      ? [relative[0]!, 0]
      : name === "v"
      ? [0, relative[0]!]
      : name === "z"
      ? [start.at[0] - from[0], start.at[1] - from[1]]
      : [relative.at(-2)!, relative.at(-1)!];
    const to: Point = [from[0] + dx, from[1] + dy];
    written = visit({ command: name, numbers: relative, from, to, written });
    at = to;
    if (name === "z") written = start.written;
    if (name === "m") start = { at, written };
  }
}

function parse(path: string): Segment[] {
  const segments: Segment[] = [];
  for (const [, command, rest] of path.matchAll(/([a-z])([^a-df-z]*)/gi)) {
    const numbers = numbersOf(command!, rest!);
    const length = LENGTHS[command!.toLowerCase()]!;
    if (length === 0) segments.push({ command: command!, numbers: [] });
    for (let i = 0; i < numbers.length; i += length) {
      // Further pairs of a move are lines.
      const next = i === 0 ? command! : ({ m: "l", M: "L" })[command!] ?? command!;
      segments.push({ command: next, numbers: numbers.slice(i, i + length) });
    }
  }
  return segments;
}

/** The numbers of a command; the two flags of an arc need no separator. */
function numbersOf(command: string, text: string): number[] {
  const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy;
  const flag = /[\s,]*([01])/y;
  const numbers: number[] = [];
  for (let at = 0; text.slice(at).trim() !== "";) {
    const isFlag = command.toLowerCase() === "a" && [3, 4].includes(numbers.length % 7);
    const pattern = isFlag ? flag : number;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) throw new SyntaxError(`Cannot read ${command}${text}: not a number at ${at}`);
    numbers.push(Number(match[1]));
    at = pattern.lastIndex;
  }
  return numbers;
}

function round(number: number): number {
  return Math.round(number * 10 ** DIGITS) / 10 ** DIGITS;
}

/**
 * @param flags index of two flags of one digit; 0 for none
 * @param isNext `true` where numbers of the same command are before
 */
function join(numbers: readonly number[], flags: number, isNext: boolean): string {
  let text = "";
  let before = isNext ? "0" : "";
  for (const [index, number] of numbers.entries()) {
    const word = String(number).replace(/^(-?)0\./, "$1.");
    const isBehindFlag = flags > 0 && (index === flags + 1 || index === flags + 2);
    const needsNone = before === "" || isBehindFlag || word.startsWith("-") ||
      (word.startsWith(".") && before.includes("."));
    text += needsNone ? word : ` ${word}`;
    before = word;
  }
  return text;
}
