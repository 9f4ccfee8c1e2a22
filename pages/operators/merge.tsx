/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The merge of two users: the form, and the question with what moves and what ends.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { row, rows } from "../account/rows.tsx";
import { Field } from "../form.tsx";
import { Heading } from "../layout.tsx";
import { One, StepForm, Whole } from "../organizations/parts.tsx";
import { framed, type Input } from "./parts.tsx";
import type { OperatorMergeForm, OperatorMergeQuestion, ShownOperatorItem } from "./step.ts";
import { itemRow } from "./users.tsx";

/** Asks for the other user. */
export function mergeForm(input: Input<OperatorMergeForm>): VNode {
  const { props: { name, typed, backUrl, fault }, words } = input;
  const { heading, text, into, next } = words.merge;
  return (
    <One input={framed(input)} back={{ url: backUrl, text: fill(words.user.back, { name }) }}>
      <Heading heading={fill(heading, { name })} text={text} />
      <StepForm input={framed(input)} step="merge">
        <Field
          id="input-into"
          name="into"
          type="text"
          value={typed.into}
          maxlength={255}
          required
          autocomplete="off"
          label={into}
          errorId={fault !== undefined && "form-error"}
          autofocus={fault ? true : undefined}
        />
        <button class="submit" type="submit">{next}</button>
      </StepForm>
    </One>
  );
}

/** Shows what a merge does, and asks. */
export function mergeQuestion(input: Input<OperatorMergeQuestion>): VNode {
  const { props: { name, isUnconfirmed, into, moves, ends, backUrl }, words, shared, names } =
    input;
  const texts = words["merge-into"];
  const items = (key: string, label: string, some: readonly ShownOperatorItem[] | undefined) =>
    some !== undefined && some.length > 0 && row(key, label, {
      children: <ul>{some.map((item) => itemRow(input, item))}</ul>,
    });
  const organizations = (some: readonly ShownOperatorItem[] | undefined) =>
    some?.map((one) => ({ ...one, text: input.roleOf(one.text ?? "") }));
  const count = (key: string, label: string, number: number) =>
    number > 0 && row(key, label, { value: String(number) });
  const groups = shared.groups;
  const moving = rows(
    items("accounts", groups.connected, moves.accounts),
    items("organizations", groups.organizations, organizations(moves.organizations)),
  );
  return (
    <Whole
      input={framed(input)}
      heading={fill(texts.heading, { name, into: into.name })}
      hasInitial={false}
      facts={<a href={backUrl}>{fill(words.user.back, { name })}</a>}
    >
      {[{ name, isUnconfirmed }, into].map((one) =>
        one.isUnconfirmed && (
          <section key={one.name}>
            <p class="done" role="status">
              <bdi>{one.name}</bdi>: {words.states.unconfirmed}
            </p>
          </section>
        )
      )}
      <section aria-labelledby="moves">
        <h2 id="moves">{texts.moves}</h2>
        {moving || (
          <div class="card">
            <p class="facts">{words.user.none}</p>
          </div>
        )}
      </section>
      <section aria-labelledby="ends">
        <h2 id="ends">{texts.ends}</h2>
        {rows(
          row("account", name, { value: words.merge.text }),
          items("memberships", groups.organizations, organizations(ends.organizations)),
          count("sessions", groups.devices, ends.sessions),
          count("password", shared.password.heading, Number(ends.password)),
          count("factors", shared.factors.heading, ends.factors),
          count("passkeys", shared.passkeys.heading, ends.passkeys),
          count("keys", names.keys, ends.keys),
          count("grants", names.grants, ends.grants),
        )}
      </section>
      <section>
        <div class="card">
          <p>{texts.text}</p>
          <StepForm input={framed(input)} step="merge-into" fields={{ into: into.id }}>
            <button class="submit danger" type="submit">{texts.submit}</button>
          </StepForm>
        </div>
      </section>
    </Whole>
  );
}
