/**
 * Types of the hooks and of steps with their texts: a wrong step does not compile.
 *
 * @module
 */

import type { FlowPath } from "../../src/client/component_types.ts";
import { createFlow, type FlowState } from "../../src/client/flow.ts";
import { useFlow, useSession } from "../../src/client/react.ts";

Deno.test("types: a wrong step, a wrong path and a wrong text do not compile", () => {
  const paths: FlowPath[] = ["signin", "account", "organization/acme"];
  // @ts-expect-error no step has this path
  paths.push("sigin");
  const read = () => {
    const { state, flow } = useFlow("signin", { texts: true });
    if (state.step === "signin") return state.texts.signIn.heading;
    if (state.step === "factor:prove") return state.texts.factors.totp.prove + state.factor.name;
    if (state.step === "account:list") return state.texts.title;
    // @ts-expect-error the texts of this step are those of the second factors of a user
    if (state.step === "factors:codes") return state.texts.signIn.heading;
    // @ts-expect-error there is no such step
    if (state.step === "factor:proof") return flow.get().step;
    // @ts-expect-error no step has this path
    return useFlow("sign-in").state.step;
  };
  const plain = () => {
    const { state } = useFlow("signin");
    // @ts-expect-error a flow without texts has none
    return state.step === "signin" && state.texts;
  };
  const elements = () => {
    const state = createFlow({ parts: true }).get();
    return state.step === "signin" ? state.parts.length : 0;
  };
  const role = () =>
    useSession<{ expires: string; role: "editor" }>().data?.role satisfies
      | "editor"
      | undefined;
  const state: FlowState = createFlow().get();
  void [read, plain, elements, role, state];
});
