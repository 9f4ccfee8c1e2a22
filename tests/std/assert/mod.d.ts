type Class<T = unknown> = abstract new (...args: never[]) => T;

export class AssertionError extends Error {}
export function assert(value: unknown, message?: string): asserts value;
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  message?: string,
): void;
export function assertArrayIncludes<T>(
  actual: ArrayLike<T>,
  expected: ArrayLike<T>,
  message?: string,
): void;
export function assertEquals<T>(actual: T, expected: T, message?: string): void;
export function assertExists<T>(actual: T, message?: string): asserts actual is NonNullable<T>;
export function assertFalse(value: unknown, message?: string): void;
export function assertGreater<T>(actual: T, expected: T, message?: string): void;
export function assertGreaterOrEqual<T>(actual: T, expected: T, message?: string): void;
export function assertInstanceOf<T>(
  actual: unknown,
  expected: Class<T>,
  message?: string,
): asserts actual is T;
export function assertIsError<E extends Error = Error>(
  error: unknown,
  errorClass?: Class<E>,
  includes?: string | RegExp,
  message?: string,
): asserts error is E;
export function assertLess<T>(actual: T, expected: T, message?: string): void;
export function assertLessOrEqual<T>(actual: T, expected: T, message?: string): void;
export function assertMatch(actual: string, expected: RegExp, message?: string): void;
export function assertNotEquals<T>(actual: T, expected: T, message?: string): void;
export function assertNotMatch(actual: string, expected: RegExp, message?: string): void;
export function assertNotStrictEquals<T>(actual: T, expected: T, message?: string): void;
export function assertObjectMatch(
  actual: Record<PropertyKey, unknown>,
  expected: Record<PropertyKey, unknown>,
  message?: string,
): void;
export function assertRejects(fn: () => PromiseLike<unknown>, message?: string): Promise<unknown>;
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  errorClass: Class<E>,
  includes?: string,
  message?: string,
): Promise<E>;
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is T;
export function assertStringIncludes(actual: string, expected: string, message?: string): void;
export function assertThrows(fn: () => unknown, message?: string): unknown;
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  errorClass: Class<E>,
  includes?: string,
  message?: string,
): E;
export function equal(a: unknown, b: unknown): boolean;
export function fail(message?: string): never;
export function unreachable(reason?: string): never;
