import { createAdaptorServer } from "@hono/node-server-1";
import { type CreateServer, testHonoOnNode } from "./_hono_node.ts";

testHonoOnNode("1", createAdaptorServer as unknown as CreateServer);
