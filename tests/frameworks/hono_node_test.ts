import { createAdaptorServer } from "@hono/node-server";
import { type CreateServer, testHonoOnNode } from "./_hono_node.ts";

testHonoOnNode("2", createAdaptorServer as unknown as CreateServer);
