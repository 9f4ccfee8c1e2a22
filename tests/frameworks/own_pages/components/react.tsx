import { getSession } from "@x/auth/client";
import "@x/auth/components.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";

const session = await getSession();
createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <App session={session} path={location.pathname} />
  </StrictMode>,
);
