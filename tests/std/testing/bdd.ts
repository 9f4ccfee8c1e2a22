/**
 * Stand-in for `jsr:@std/testing/bdd`: the runtime's own.
 *
 * @module
 */

export {
  after as afterAll,
  afterEach,
  before as beforeAll,
  beforeEach,
  describe,
  it,
} from "node:test";
