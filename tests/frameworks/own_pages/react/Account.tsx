import type { createFlow, FlowState } from "@x/auth/client/flow";
import { answerStep } from "@x/auth/client/webauthn";
import { Field, Form, Go } from "./form";

type AccountState = Extract<FlowState, { step: `account:${string}` }>;

export function Account(
  { flow, state }: { flow: ReturnType<typeof createFlow>; state: AccountState },
) {
  if (state.step === "account:deleted") return <h1>The account is gone</h1>;
  if (state.step === "account:leaving") {
    return <><h1>The account will be deleted</h1><Go to={state.backUrl}>Keep it</Go></>;
  }
  if (state.step === "account:pending") {
    return (
      <>
        <h1>Keep the account?</h1>
        <Form button="Keep it" />
        <Form button="Leave" fields={{ step: "leave" }} />
      </>
    );
  }
  if (state.step === "account:one") {
    return (
      <>
        <h1>Are you sure?</h1>
        {state.proofUrl ? <Go to={state.proofUrl}>Confirm that it is you</Go> : (
          <Form button="Yes">
            {state.view === "name" && <Field label="Name" name="name" defaultValue={state.typed ?? state.name} />}
            {state.view === "delete" && <Field label={`Enter ${state.expected}`} name="confirm" />}
          </Form>
        )}
        <Go to={state.formAction}>Back</Go>
      </>
    );
  }
  const { passkeys, factors, password } = state;
  return (
    <>
      <h1>Account</h1>
      {state.done && <p role="status">Done: {state.done}</p>}
      <p>{state.email} {state.isConfirmed ? "(confirmed)" : ""}</p>
      <p>Name: {state.name}</p>
      <Go to={state.nameUrl}>Change the name</Go>
      <Go to={state.addressUrl}>Change the address</Go>
      <Go to={password?.url}>Change the password</Go>
      <Go to={factors?.url}>Second factors: {factors?.count}</Go>
      <ul aria-label="Passkeys">
        {passkeys?.keys.map(({ id, name, url }) => (
          <li key={id}>
            <Go to={url}>{name ?? "Passkey"}</Go>
          </li>
        ))}
      </ul>
      {passkeys?.add.map((row) => (
        <button
          key={row.action}
          onClick={() => flow.submit(answerStep(row), row.action)}
        >
          Add a passkey
        </button>
      ))}
      <ul aria-label="Devices">
        {state.sessions.map(({ id, browser, system, isCurrent }) => (
          <li key={id}>
            {browser} on {system}
            {isCurrent
              ? " (this one)"
              : <Form button="Sign it out" fields={{ step: "session-end", id }} />}
          </li>
        ))}
      </ul>
      {state.sessions.length > 1 && <Go to={state.endOthersUrl}>Sign out of all others</Go>}
      <Form button="Sign out" action={state.signOutAction} />
      <Go to={state.deleteUrl}>Delete the account</Go>
    </>
  );
}
