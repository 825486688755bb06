; The memory of lists, for `lists.ll`: Python's.

declare ptr @PyMem_RawMalloc(i64)
declare void @PyMem_RawFree(ptr)

define internal ptr @allocate(i64 %size) {
  %bits = call i64 @log_of_block(i64 %size)
  %block = shl i64 1, %bits
  %head = call ptr @PyMem_RawMalloc(i64 %block)
  %none = icmp eq ptr %head, null
  br i1 %none, label %nothing, label %take
take:
  store i64 %bits, ptr %head
  %data = getelementptr i8, ptr %head, i64 16
  ret ptr %data
nothing:
  ret ptr null
}

define internal void @release(ptr %data) {
  %head = getelementptr i8, ptr %data, i64 -16
  call void @PyMem_RawFree(ptr %head)
  ret void
}
