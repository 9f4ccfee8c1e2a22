import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  msFromNow,
  nowDate,
  nowMs,
  nowSeconds,
  preciseSeconds,
  secondsFromNow,
} from "../../../src/base/time.ts";

/** 2030-01-01T00:00:01.750Z. */
const AT = Date.UTC(2030, 0, 1, 0, 0, 1, 750);

Deno.test("time: each function says its unit, by the clock that a test replaces", () => {
  using time = new FakeTime(AT);
  assertEquals(nowMs(), AT);
  assertEquals(nowSeconds(), 1_893_456_001);
  assertEquals(preciseSeconds(), 1_893_456_001.75);
  assertEquals(nowDate(), new Date(AT));
  assertEquals(msFromNow(250).toISOString(), "2030-01-01T00:00:02.000Z");
  assertEquals(secondsFromNow(1.25).toISOString(), "2030-01-01T00:00:03.000Z");
  time.tick(1000);
  assertEquals(nowSeconds(), 1_893_456_002);
});

Deno.test("time: a `Date.now` in place of the runtime's counts too", () => {
  const { now } = Date;
  Date.now = () => AT;
  try {
    assertEquals([nowMs(), nowSeconds(), msFromNow(1).valueOf()], [AT, 1_893_456_001, AT + 1]);
  } finally {
    Date.now = now;
  }
});
