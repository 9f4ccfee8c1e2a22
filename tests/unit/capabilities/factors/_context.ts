/**
 * The context of a factor, with its store in memory.
 *
 * @module
 */

import type { Enrolment, FactorContext } from "../../../../src/types/factor.ts";
import type { Json } from "../../../../src/types/records.ts";

/** A context whose enrolments a test can change. */
export interface TestContext extends FactorContext {
  enrolments: Enrolment[];
}

/** A context of Ada; `replace` fails for an enrolment that is not the stored one. */
export function createContext(members: Partial<TestContext> = {}): TestContext {
  let remembered: Json | null = null;
  const context: TestContext = {
    user: { id: "ada", email: "ada@example.com", label: "ada@example.com" },
    origin: "https://app.example",
    language: "en",
    enrolments: [],
    seal: (text) => Promise.resolve(`sealed ${text}`),
    open: (sealed) => Promise.resolve(sealed.slice("sealed ".length)),
    replace(enrolment, data) {
      const at = context.enrolments.indexOf(enrolment);
      if (at >= 0) context.enrolments[at] = { ...enrolment, data };
      return Promise.resolve(at >= 0);
    },
    remember: (data) => Promise.resolve(void (remembered = data)),
    recall: () => Promise.resolve(remembered),
    useUp() {
      const data = remembered;
      remembered = null;
      return Promise.resolve(data);
    },
    sendMail: () => Promise.resolve(),
    ...members,
  };
  return context;
}
