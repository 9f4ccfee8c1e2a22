import { getSession } from "@x/auth/client";
import "@x/auth/components.css";
import { render } from "solid-js/web";
import { App } from "./App";

const session = await getSession();
render(() => <App session={session} path={location.pathname} />, document.getElementById("app")!);
