CREATE TABLE "payee_editor" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"editor" text NOT NULL,
	"edited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payee_editor_kind_name_editor_pk" PRIMARY KEY("kind","name","editor"),
	CONSTRAINT "payee_editor_kind" CHECK (kind IN ('email', 'vendor', 'bill'))
);
--> statement-breakpoint
INSERT INTO "payee_editor" SELECT 'email', "email", "editor", "edited_at" FROM "mapping_editor";
--> statement-breakpoint
INSERT INTO "payee_editor" SELECT 'vendor', lower("vendor" COLLATE "C"), "editor", max("edited_at")
FROM "mapping_editor" JOIN "vendor_mapping" USING ("email") GROUP BY 1, 2, 3;
