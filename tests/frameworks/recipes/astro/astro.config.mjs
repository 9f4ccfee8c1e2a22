import node from "@astrojs/node";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  // Behind a proxy, Astro refuses the forms of hosts that are not listed.
  security: { allowedDomains: [{ hostname: "app.example", protocol: "https" }] },
});
