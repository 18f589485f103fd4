//! The book: record lines, hash chain, reader, recovery verdict. It knows no chess and opens no file.
