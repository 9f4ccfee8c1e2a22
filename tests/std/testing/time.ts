/**
 * Stand-in for `jsr:@std/testing/time`: the part of its interface that the
 * tests use, over a maintained fake-timer package.
 *
 * @module
 */

// @ts-types="./fake_timers.d.ts"
import { install, type InstalledClock } from "@sinonjs/fake-timers";

/** Replaces the clock by one that moves only through `tick`. */
export class FakeTime {
  readonly #clock: InstalledClock;

  /** @param start initial time; default: the current time */
  constructor(start?: number | string | Date) {
    const now = start === undefined ? Date.now() : new Date(start).getTime();
    this.#clock = install({
      now,
      toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    });
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return Date.now();
  }

  set now(value: number) {
    this.tick(value - Date.now());
  }

  /** Advances the clock by milliseconds. */
  tick(milliseconds = 0): void {
    this.#clock.tick(milliseconds);
  }

  /** Advances the clock and lets promises settle in between. */
  async tickAsync(milliseconds = 0): Promise<void> {
    await this.#clock.tickAsync(milliseconds);
  }

  /** Restores the real clock. */
  restore(): void {
    this.#clock.uninstall();
  }

  /** See {@linkcode restore}. */
  [Symbol.dispose](): void {
    this.restore();
  }
}
