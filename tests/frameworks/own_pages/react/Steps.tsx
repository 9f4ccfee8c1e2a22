import {
  createFlow,
  type FlowOptions,
  type FlowState,
  type PageProvider,
} from "@x/auth/client/flow";
import { answerStep } from "@x/auth/client/webauthn";
import { useState, useSyncExternalStore } from "react";
import { faultOf, STEPS } from "../shared/words";
import { Account } from "./Account";
import { Field, FlowContext, Form, Go } from "./form";

export function useFlow(options?: FlowOptions) {
  const [flow] = useState(() => createFlow(options));
  const state = useSyncExternalStore(flow.subscribe, flow.get, flow.get);
  return { flow, state };
}

type Flow = ReturnType<typeof createFlow>;

export function Steps({ path }: { path: string }) {
  const { flow, state } = useFlow({ path, steps: STEPS, history: true });
  return (
    <FlowContext value={flow}>
      <section aria-busy={state.isBusy} data-step={state.step}>
        <p role="alert">{faultOf(state)}</p>
        <Step key={state.step} flow={flow} state={state} />
      </section>
    </FlowContext>
  );
}

const byType = (providers: readonly PageProvider[], wanted: PageProvider["type"]) =>
  providers.find(({ type }) => type === wanted);

function Passkey({ flow, providers }: { flow: Flow; providers: readonly PageProvider[] }) {
  const key = byType(providers, "webauthn");
  return key && (
    <button onClick={() => flow.submit(answerStep(key), key.callbackUrl)}>Use a passkey</button>
  );
}

function Step({ flow, state }: { flow: Flow; state: FlowState }) {
  switch (state.step) {
    case "signin":
      return (
        <>
          <h1>{state.isSignedIn ? "Confirm that it is you" : "Sign in"}</h1>
          {state.user && <p>Signed in as {state.user}</p>}
          {state.isSignedIn ? <Form button="Email me a code" /> : (
            <Form>
              <Field label="Email" name="email" type="email" />
            </Form>
          )}
          <Passkey flow={flow} providers={state.providers} />
          <Go to={state.signupUrl}>Create an account</Go>
        </>
      );
    case "signin:password": {
      const mail = byType(state.providers, "email");
      const pass = byType(state.providers, "credentials");
      return (
        <>
          <h1>{state.isSignedIn ? "Confirm that it is you" : "Your password"}</h1>
          <p>{state.fields?.email}</p>
          <Form>
            <Field label="Password" name="password" type="password" />
          </Form>
          {mail && <Form button="Email me a code" action={mail.signinUrl} />}
          <Passkey flow={flow} providers={state.providers} />
          <Go to={pass?.passwordUrl}>Forgot the password?</Go>
          <Go to={state.changeUrl}>Another address</Go>
        </>
      );
    }
    case "signup":
      return (
        <>
          <h1>Create an account</h1>
          <Form>
            <Field label="Email" name="email" type="email" />
          </Form>
          <Go to={state.signinUrl}>Sign in</Go>
        </>
      );
    case "verify-request":
      return (
        <>
          <h1>Check your email</h1>
          {state.formAction && (
            <>
              <p>We sent a code to {state.email}. Tries left: {state.triesLeft}</p>
              <Form>
                <Field label="Code" name="code" />
              </Form>
            </>
          )}
          {state.resendAction && (
            <Form
              button="Send another code"
              fields={{ email: state.email, purpose: state.purpose }}
              action={state.resendAction}
            />
          )}
          <Go to={state.signinUrl}>Start again</Go>
        </>
      );
    case "confirm":
      return (
        <>
          <h1>Sign in as {state.email}?</h1>
          <Form button="Sign in" />
        </>
      );
    case "connect":
      return (
        <>
          <h1>Connect {state.providers?.[0]?.name}?</h1>
          <Form button="Connect" />
        </>
      );
    case "signout":
      return (
        <>
          <h1>Sign out?</h1>
          {state.formAction && <Form button="Sign out" />}
        </>
      );
    case "factor:prove":
      return (
        <>
          <h1>{state.factor.name}</h1>
          {state.options
            ? <button onClick={() => flow.submit(answerStep(state))}>Use the passkey</button>
            : (
              <Form>
                <Field label="Code" name="answer" />
                {state.trustSeconds && (
                  <Field label="Trust" name="trust" type="checkbox" value="1" required={false} />
                )}
              </Form>
            )}
          {state.others.map(({ id, name, url }) => <Go key={id} to={url}>{name}</Go>)}
          {!state.isSignedIn && <Form button="Somebody else" fields={{ step: "leave" }} />}
        </>
      );
    case "factor:choose":
      return (
        <>
          <h1>Protect your account</h1>
          {state.factors.map(({ id, name }) => (
            <Form key={id} button={`Add: ${name}`} fields={{ factor: id }} />
          ))}
        </>
      );
    case "factor:confirm":
      return (
        <>
          <h1>Set up: {state.factor.name}</h1>
          <p>Step {state.walk.at} of {state.walk.steps}</p>
          {state.options
            ? <button onClick={() => flow.submit(answerStep(state))}>Make the passkey</button>
            : (
              <>
                <img src={state.qr} alt={`Key: ${state.secret}`} width="300" />
                <Form>
                  <Field label="Code" name="answer" />
                </Form>
              </>
            )}
        </>
      );
    case "factors:codes":
      return (
        <>
          <h1>Recovery codes</h1>
          <ul>
            {state.codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <Form>
            <Field label="I have saved them" name="saved" type="checkbox" value="1" />
          </Form>
        </>
      );
    case "factors:list":
      return (
        <>
          <h1>Second factors</h1>
          {state.done && <p role="status">Done: {state.done}</p>}
          <ul>
            {state.enrolments.map(({ id, factor, left, url }) => (
              <li key={id}>
                {factor.name} {left} <Go to={url}>Change {factor.name}</Go>
              </li>
            ))}
          </ul>
          {state.proofUrl
            ? <Go to={state.proofUrl}>Confirm that it is you</Go>
            : state.addable.map(({ id, name }) => (
              <Form key={id} button={`Add: ${name}`} fields={{ factor: id }} />
            ))}
          <a href="/account">Account</a>
        </>
      );
    case "factors:one":
      return (
        <>
          <h1>{state.enrolment.factor.name}</h1>
          <Form button="Remove" fields={{ step: "remove", id: state.enrolment.id }} />
          <Go to={state.listed}>Back</Go>
        </>
      );
    case "password:ask":
      return (
        <>
          <h1>Reset the password</h1>
          <Form>
            <Field
              label="Email"
              name="email"
              type="email"
              defaultValue={state.email}
              readOnly={!!state.email}
            />
          </Form>
        </>
      );
    case "password:set":
    case "password:change":
      return (
        <>
          <h1>Choose a password</h1>
          <Form>
            {state.step === "password:change" && (
              <Field label="Present password" name="current" type="password" />
            )}
            <Field label="New password" name="password" type="password" />
          </Form>
          <p>At least {state.minLength} characters</p>
        </>
      );
    case "password:done":
      return (
        <>
          <h1>The password was saved</h1>
          <Go to={state.callbackUrl}>Go on</Go>
        </>
      );
    case "address:request":
      return (
        <>
          <h1>Change the address</h1>
          {state.proofUrl ? <Go to={state.proofUrl}>Confirm that it is you</Go> : (
            <Form>
              <Field label="New email" name="email" type="email" />
            </Form>
          )}
        </>
      );
    case "address:code":
      return (
        <>
          <h1>Check {state.email}</h1>
          <Form>
            <Field label="Code" name="code" />
          </Form>
        </>
      );
    case "address:done":
      return (
        <>
          <h1>Your address is {state.email}</h1>
          <Go to={state.callbackUrl}>Go on</Go>
        </>
      );
    case "account:list":
    case "account:one":
    case "account:deleted":
    case "account:leaving":
    case "account:pending":
      return <Account flow={flow} state={state} />;
    case "error":
      return (
        <>
          <h1>Something went wrong</h1>
          <p>{state.reference}</p>
          <Go to={state.signinUrl}>Start again</Go>
        </>
      );
    case "loading":
      return state.isBusy
        ? <p>One moment…</p>
        : <button onClick={() => flow.go()}>Try again</button>;
    case "done":
      return <p>One moment…</p>;
    default:
      return <p>This app has no words for {state.step}.</p>;
  }
}
