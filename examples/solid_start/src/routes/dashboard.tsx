import { createAsync } from "@solidjs/router";
import { Show } from "solid-js";
import { requireSession } from "../session";

export default function Dashboard() {
  const session = createAsync(() => requireSession("/dashboard"), { deferStream: true });
  return <Show when={session()?.user}>{(user) => <p>{`Hello ${user().name}`}</p>}</Show>;
}
