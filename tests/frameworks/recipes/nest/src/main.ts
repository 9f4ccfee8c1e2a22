import { NestFactory } from "@nestjs/core";
import { ExpressAuth } from "@x/auth/express";
import { AppModule } from "./app.module.js";
import { config } from "./auth.js";

const app = await NestFactory.create(AppModule);
app.use("/auth", ExpressAuth(config));
await app.listen(process.env.PORT ?? 3000);
