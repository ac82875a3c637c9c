import { tool, createSdkMcpServer } from "@loadout/sdk";
import { z } from "zod";
import { db } from "../store.js";

const getUser = tool(
  "get_user",
  "Fetch user by ID",
  { userId: z.number().describe("The user ID") },
  async (args) => {
    const user = await db.getUser(args.userId);
    return { content: [{ type: "text", text: JSON.stringify(user) }] };
  }
);

const server = createSdkMcpServer({
  name: "store-api",
  version: "1.0.0",
  tools: [getUser],
});
export { server };
