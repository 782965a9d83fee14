-- Accepting details ends the links that sent them.
UPDATE "vendor_invitation" SET "token_hashes" = '{}' WHERE "state" = 'accepted';
