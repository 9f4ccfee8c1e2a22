/**
 * Stand-in for `jsr:@std/testing/bdd`: the functions of the runtime.
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
